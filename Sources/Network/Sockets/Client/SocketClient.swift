import AsyncPrimitives
import StatePattern

/// A client that keeps a connection and carries out what a ``Socket`` decides.
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
/// ``Configuration/connectTimeout`` has failed. A connection on which nothing comes in for
/// ``Configuration/pingInterval`` and, after a ping, for ``Configuration/pingTimeout`` is lost. When the peer does not
/// accept the client, or no other attempt would help, the client disconnects, with the reason in its status. Its user may
/// connect again, with other credentials.
///
/// Rules for the messages that are sent:
/// 1. Messages wait while there is no session, up to the limits of the ``Configuration``, and go out in order, once.
/// 2. The transport gets one message at a time, or several if it is one of this package. It gets the next ones when the
///    system has taken those before. A message that a transport has got alone is begun; of several, the transport tells
///    which are.
/// 3. A connection that breaks fails the message that was begun, since part of it may have arrived. All others go out on the
///    next connection, before newer ones.
/// 4. If a session runs, ``suspend()`` and ``disconnect()`` pass all waiting messages to the transport at once. Otherwise they
///    wait on while the client is suspended, and fail when it is disconnected.
///
/// Messages that come in go to each sequence of ``messages(droppingOldest:)``, in order. Those that come in while the client is
/// suspended are dropped: there is no session that they could belong to.
///
/// Releasing a client closes everything it has open, and ends its sequences.
public actor SocketClient: ConnectionStatusProvider {
    nonisolated let broadcaster: Broadcaster<Broadcast>
    nonisolated let currentStatus: CurrentValue<Status>
    let configuration: Configuration
    let clock: AnyClock
    let session: (any SocketSession)?
    let makeTransport: @Sendable () -> any Transport
    let makeRequest: @Sendable (_ attempt: Int) async throws -> ConnectionRequest

    let socket: Socket
    /// The phases that the socket has entered and that are still to be published.
    let entered: Log
    let sendQueue: SendQueue
    var attempt: Attempt?
    var timer: ScopedTask?
    var schedule: ReconnectSchedule
    /// The reason why the latest attempt or connection failed, if nothing has gone well since.
    var failure: SocketError?
    /// A failure that stays in the status until there is a connection, whatever ends the attempts.
    var refusal: SocketError?
    /// The number of failures in a row that would come again with the same request.
    var finalFailures = 0
    /// The calls of `disconnect()` that wait until the connection is closed.
    var closings: [CheckedContinuation<Void, Never>] = []

    /// A list that an observer can write to.
    final class Log { var phases: [Socket.Phase] = [] }

    /// Creates a client that is disconnected.
    ///
    /// - Parameters:
    ///   - configuration: Times and limits.
    ///   - clock: The clock that measures the times.
    ///   - generator: The source of the randomness of the waits.
    ///   - session: The session that must run on a connection before messages may be sent; `nil` if none has to.
    ///   - transport: Makes the transport of an attempt.
    ///   - request: Makes the request for the connection, with the credentials; called for each attempt with its number, 1
    ///     for the first. An ``AuthenticationError`` disconnects the client; any other error makes the
    ///     attempt fail.
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

    // The connection closes with the attempt, which only the client holds.
    deinit {
        sendQueue.fail(.disconnected)
        broadcaster.finish()
    }

    nonisolated public var status: Status { currentStatus.value }
    nonisolated public var statusUpdates: AsyncStream<Status> { currentStatus.values }

    /// Calls `body` with `object` after each request that the client's ``Socket`` has answered, while `object` lives.
    ///
    /// That is for a log or an inspector. The result for the client's user is its ``status``. `body` is called in the
    /// isolation domain of the client, and makes it wait.
    public func observeRequests<Object: AnyObject & Sendable>(
        for object: Object, _ body: @escaping @Sendable (_ object: Object, _ record: Socket.RequestRecord) -> Void
    ) {
        socket.observeRequests(for: object) { object, _, record in body(object, record) }
    }

    /// Asks for a connection, which is opened as soon as it can be; if one is waited for, this skips the wait.
    ///
    /// While a connection is being closed, this comes after that; otherwise a client that is connected stays so.
    public func connect() {
        schedule.skipWait(at: clock.now)
        if let attempt, attempt.tasks.delay != nil { begin(attempt) } else { perform { $0.connect() } }
    }

    /// Ends the wait for the next attempt, if there is one.
    package func skipWait() { if status.wait != nil { connect() } }

    /// Closes the connection after the messages that can still be sent, and fails the others.
    ///
    /// No message arrives after this has returned, which takes no longer than ``Configuration/closeTimeout``.
    public func disconnect() async {
        endUse()
        perform { $0.disconnect() }
        guard socket.phase == .disconnecting else { return }
        await withCheckedContinuation { closings.append($0) }
    }

    /// Disconnects at once, without a word to the peer; also ends a closing that waits for it.
    package func abort() {
        endUse()
        drop()
        perform { $0.disconnect() }
        perform { $0.disconnected(attempt: $0.attempt) }
        post(socket.phase)  // There may have been nothing to disconnect but a failure to forget.
    }

    private func endUse() {
        broadcaster.discard()
        schedule.connectionEnded(.ended, at: clock.now)
        failure = refusal
        finalFailures = 0
    }

    /// Lets a failure stay in the status, as its words are those of a peer that refuses the client.
    package func keep(_ refusal: SocketError) { self.refusal = refusal }

    /// Ends the session and keeps the connection, as for an app in the background.
    ///
    /// Messages that come in before ``resume()`` are dropped, since they belong to no session. A current attempt
    /// continues.
    public func suspend() {
        schedule.connectionEnded(.ended, at: clock.now)
        perform { $0.suspend() }
        // A session that is no longer wanted need not read any more what the peer said before it went.
        if let attempt { perform(on: attempt) { $0.stopDraining() } }
    }

    /// Starts a session again.
    public func resume() { perform { $0.resume() } }

    /// Sends a message, or lets it wait for a connection.
    ///
    /// - Returns: A handle with which to wait until the message has been sent. A sender that never waits, and sends faster
    ///   than the network takes messages, is refused at some time.
    /// - Throws: ``SocketError/notConnected`` if no connection is wanted, ``SocketError/queueIsFull(limit:)`` if
    ///   ``Configuration/sendLimit`` messages have not left the client yet, ``SocketError/queueIsTooLarge(byteLimit:)`` if
    ///   they would have more than ``Configuration/sendByteLimit`` bytes with this one.
    @discardableResult public func send(_ message: Socket.Message) throws(SocketError) -> PendingSend {
        let sending = try sendQueue.add(size: message.byteCount)
        // The queue of the socket is never longer than this one, so it refuses nothing.
        guard perform({ $0.send(message) }) == .unhandled else { return sending }
        sendQueue.removeLast()
        throw .notConnected
    }

    /// Measures a round trip: the time until the peer's answer to a ping is here.
    ///
    /// Round trips that are asked for at the same time are made one after the other.
    ///
    /// - Throws: ``SocketError/notConnected`` if there is no connection, or it ends before, ``SocketError/timedOut`` after
    ///   ``Configuration/pingTimeout``; `CancellationError` if the task is cancelled.
    public func ping() async throws -> Duration {
        // The connection is not held while this waits for an answer.
        let promise = try beginRoundTrip()
        let timer = ScopedTask.timer(at: clock.now + configuration.pingTimeout, on: clock) {
            promise.fulfill(with: .failure(SocketError.timedOut))
        }
        defer {
            withExtendedLifetime(timer) {}
            // Without effect unless the task was cancelled: then the trip is over.
            promise.fulfill(with: .failure(CancellationError()))
        }
        return try await promise.value
    }
}
