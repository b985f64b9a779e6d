import AsyncPrimitives
import StatePattern

/// A client that keeps a connection, and carries out the decisions of a ``Socket``.
///
/// ```swift
/// import Foundation
/// import Sockets
///
/// func greet(with client: SocketClient) async throws {
///     let messages = client.messages()
///     await client.connect()
///     try await client.send(.text("hello")).sent()
///     for await message in messages { print(message) }
/// }
/// ```
///
/// After ``connect()``, a client connects, and connects again whenever the connection is lost, until ``disconnect()``.
/// Before each further attempt it waits for the time that a ``Backoff`` chooses. An attempt that takes longer than
/// ``Configuration/connectTimeout`` has failed. A connection is lost if nothing comes in for
/// ``Configuration/pingInterval`` and then, after a ping, for ``Configuration/pingTimeout``. If the peer does not
/// accept the client, or no further attempt would help, the client disconnects, with the reason in its status. You may
/// connect again, with other credentials.
///
/// Rules for the messages that are sent:
/// 1. Messages wait while there is no session, up to the limits of the ``Configuration``, and go out once, in order.
/// 2. The transport gets one message at a time, or several if it is a transport of this package. It gets the next
///    messages when the system has taken the previous ones. A message that a transport gets alone counts as begun. Of
///    several messages, the transport tells which were begun.
/// 3. If a connection breaks, the begun message fails, since part of it may have arrived. All other messages go out on
///    the next connection, before newer messages.
/// 4. While a session runs, ``suspend()`` and ``disconnect()`` pass all waiting messages to the transport at once.
///    Without a session, the messages continue to wait while the client is suspended, and fail when it is disconnected.
///
/// Incoming messages go to each sequence of ``messages(droppingOldest:)``, in order. While the client is suspended,
/// incoming messages belong to no session, and are dropped.
///
/// Releasing a client closes its connection, and ends its sequences.
public actor SocketClient: ConnectionStatusProvider {
    nonisolated let broadcaster: Broadcaster<Broadcast>
    nonisolated let currentStatus: CurrentValue<Status>
    let configuration: Configuration
    let clock: AnyClock
    let session: (any SocketSession)?
    let makeTransport: @Sendable () -> any Transport
    let makeRequest: @Sendable (_ attempt: Int) async throws -> ConnectionRequest

    let socket: Socket
    /// The phases that the socket has entered and the client has not published yet.
    let entered: Log
    let sendQueue: SendQueue
    var attempt: Attempt?
    var timer: ScopedTask?
    var schedule: ReconnectSchedule
    /// The reason why the latest attempt or connection failed; `nil` once a connection succeeds.
    var failure: SocketError?
    /// The failure that stays in the status until there is a connection, even after a disconnect; `nil` for none.
    var refusal: SocketError?
    /// The number of attempts in a row that failed in a way in which the same request would fail again.
    var finalFailures = 0
    /// The calls of `disconnect()` that wait until the connection is closed.
    var closings: [CheckedContinuation<Void, Never>] = []

    /// A list of phases that an observer of the socket can write to.
    final class Log { var phases: [Socket.Phase] = [] }

    /// Creates a client that is disconnected.
    ///
    /// - Parameters:
    ///   - configuration: Times and limits.
    ///   - clock: The clock that measures the times.
    ///   - generator: The source of the randomness of the waits.
    ///   - session: The session that must run on a connection before messages may be sent; `nil` for no session.
    ///   - transport: Makes the transport of an attempt.
    ///   - request: Makes the request for the connection, with the credentials. Called for each attempt, with its
    ///     number, from 1. An ``AuthenticationError`` disconnects the client; any other error makes the attempt fail.
    /// - Precondition: The times are greater than zero, `messageLimit` is at least 1, and no other limit is negative.
    public init(
        configuration: Configuration = Configuration(), clock: any Clock<Duration> = ContinuousClock(),
        generator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        session: (any SocketSession)? = nil, transport: @escaping @Sendable () -> any Transport,
        request: @escaping @Sendable (_ attempt: Int) async throws -> ConnectionRequest
    ) {
        configuration.check()
        self.configuration = configuration
        self.session = session
        makeTransport = transport
        makeRequest = request
        let clock = AnyClock(clock)
        self.clock = clock
        schedule = ReconnectSchedule(configuration.backoff, using: generator, at: clock.now)
        let limits = QueueLimits<Broadcast>(
            count: configuration.messageLimit, totalSize: configuration.messageByteLimit
        ) { $0.message?.message.byteCount ?? 0 }
        broadcaster = Broadcaster(limits: limits) { $0.isStatus }
        currentStatus = CurrentValue(Status(), limit: configuration.messageLimit)
        sendQueue = SendQueue(limit: configuration.sendLimit, byteLimit: configuration.sendByteLimit)
        let entered = Log()
        self.entered = entered
        socket = Socket(queueLimit: configuration.sendLimit)
        socket.activate()
        _ = socket.takeEffects()  // Nothing is open yet.
        socket.observe { entered.phases.append($0.target.phase) }
    }

    // Only the client retains the attempt, so the connection closes now.
    deinit {
        sendQueue.fail(.disconnected)
        broadcaster.finish()
    }

    nonisolated public var status: Status { currentStatus.value }
    nonisolated public var statusUpdates: AsyncStream<Status> { currentStatus.values }

    /// Calls `body` with `object` after each request that the client's ``Socket`` has answered, while `object` lives.
    ///
    /// This is for a log or an inspector; other observers follow the ``status``. `body` is called in the isolation
    /// domain of the client, which waits for it.
    public func observeRequests<Object: AnyObject & Sendable>(
        for object: Object, _ body: @escaping @Sendable (_ object: Object, _ record: Socket.RequestRecord) -> Void
    ) {
        socket.observeRequests(for: object) { object, _, record in body(object, record) }
    }

    /// Opens a connection as soon as possible. If the client waits for its next attempt, the attempt begins now.
    ///
    /// While a connection is being closed, the client connects afterwards. A connected client stays connected.
    public func connect() {
        schedule.skipWait(at: clock.now)
        if let attempt, attempt.tasks.delay != nil { begin(attempt) } else { perform { $0.connect() } }
    }

    package func skipWait() { if status.wait != nil { connect() } }

    /// Closes the connection. If a session runs, all waiting messages are sent before; otherwise they fail.
    ///
    /// No message arrives after this has returned. It returns within ``Configuration/closeTimeout``.
    public func disconnect() async {
        endUse()
        perform { $0.disconnect() }
        guard socket.phase == .disconnecting else { return }
        await withCheckedContinuation { closings.append($0) }
    }

    /// Disconnects at once, without notifying the peer. Also ends an orderly close that waits for the peer.
    package func abort() {
        endUse()
        drop()
        perform { $0.disconnect() }
        perform { $0.disconnected(attempt: $0.attempt) }
        post(socket.phase)  // Even a client without a connection may have had a failure to clear.
    }

    private func endUse() {
        broadcaster.discard()
        schedule.connectionEnded(.ended, at: clock.now)
        failure = refusal
        finalFailures = 0
    }

    /// Keeps a failure in the status, because it contains the text of a peer that refuses the client.
    package func keep(_ refusal: SocketError) { self.refusal = refusal }

    /// Ends the session and keeps the connection, as for an app in the background.
    ///
    /// Messages that come in before ``resume()`` are dropped, since they belong to no session. A current attempt
    /// continues.
    public func suspend() {
        schedule.connectionEnded(.ended, at: clock.now)
        perform { $0.suspend() }
        // The start of an unwanted session need not read the peer's last messages.
        if let attempt { perform(on: attempt) { $0.stopDraining() } }
    }

    /// Starts a session again.
    public func resume() { perform { $0.resume() } }

    /// Sends a message, or lets it wait for a connection.
    ///
    /// - Returns: A handle with which to wait until the message has been sent. If you never wait, and send faster than
    ///   the network takes messages, you reach the limits.
    /// - Throws: ``SocketError/notConnected`` if no connection is wanted, ``SocketError/queueIsFull(limit:ofBytes:)`` if
    ///   ``Configuration/sendLimit`` messages have not left the client yet, or if this message would make them exceed
    ///   ``Configuration/sendByteLimit``.
    @discardableResult public func send(_ message: Socket.Message) throws(SocketError) -> PendingSend {
        let sending = try sendQueue.add(size: message.byteCount)
        // The socket's queue is never longer than this queue, so the socket refuses no message.
        guard perform({ $0.send(message) }) == .unhandled else { return sending }
        sendQueue.removeLast()
        throw .notConnected
    }

    /// Measures a round trip: the time from a ping until the peer's answer.
    ///
    /// Simultaneous calls make their round trips one after the other.
    ///
    /// - Throws: ``SocketError/notConnected`` if there is no connection, or it ends first, ``SocketError/timedOut``
    ///   after ``Configuration/pingTimeout``; `CancellationError` if the task is cancelled.
    public func ping() async throws -> Duration {
        // The connection is not retained while this waits for an answer.
        let promise = try beginRoundTrip()
        let timer = ScopedTask.timer(at: clock.now + configuration.pingTimeout, on: clock) {
            promise.fulfill(with: .failure(SocketError.timedOut))
        }
        defer {
            withExtendedLifetime(timer) {}
            // Fails the round trip if the task was cancelled. Otherwise the promise is fulfilled already.
            promise.fulfill(with: .failure(CancellationError()))
        }
        return try await promise.value
    }
}
