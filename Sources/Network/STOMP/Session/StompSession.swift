import AsyncPrimitives
import Foundation
import Sockets
import StatePattern

/// A session with a STOMP server that outlives its connections.
///
/// ```swift
/// import STOMP
///
/// func greet(in session: StompSession) async throws {
///     let harbour = try await session.subscribe(to: "/topic/harbour")
///     try await session.send(Array("Ahoy".utf8), to: "/topic/harbour").acknowledged()
///     for try await message in harbour { print(message.text ?? "") }
/// }
/// ```
///
/// 1. A message that is sent at least once stays with the session until the server has acknowledged it. After a lost
///    connection it is sent again, together with the other unacknowledged messages, in their order and before any newer
///    message. Its `send-id` stays the same, and `possibly-repeated` marks the repetition.
/// 2. A message that is sent at most once is sent on the current connection, or not at all.
/// 3. Each subscription is made once on each connection: before any message is sent again, or when you ask for it.
/// 4. The messages of a subscription arrive in the order of the server.
/// 5. A server may close the connection upon a frame without naming it. Then the unconfirmed frames are sent one at a
///    time on the next connection, and all other frames wait. If the server closes the connection upon a frame
///    ``Configuration/closingLimit`` times in a row, the frame is refused. A message that the server does not
///    acknowledge in time is dropped. The sender gets an error, and all other frames continue.
/// 6. A message that cannot be read is skipped, and its reader is notified; see ``StompSubscription/events``. All other
///    messages continue.
///
/// <doc:Guarantees> has the details.
///
/// Source: STOMP Protocol Specification, Version 1.2.
public actor StompSession: ConnectionStatusProvider {
    /// The header with the name of a message, which stays the same however often it is sent.
    package static let sendIDHeader = "send-id"
    /// The header that marks a message that may have been sent before.
    package static let repetitionHeader = "possibly-repeated"

    nonisolated let client: SocketClient
    nonisolated package let configuration: Configuration
    nonisolated package let clock: AnyClock
    let lifecycle = SessionLifecycle()

    private var credentials: Credentials?
    /// The connection on which the session runs; `nil` without a connection.
    var connection: LiveConnection?
    var incoming = IncomingFrames()
    /// A `DISCONNECT` that the server has not answered yet.
    var disconnectRequest: DisconnectRequest?
    var subscriptions = SubscriptionList()
    /// The messages that the server has not acknowledged; the detector knows their order.
    var unacknowledged = OutgoingMessages()
    var detector: RefusalDetector
    var readFailures: ReadFailures
    /// The tasks that read messages and statuses from the client, from the first `connect` until the session ends.
    private var tasks: [ScopedTask] = []
    /// The messages that come in on all connections, for the task that reads them.
    private(set) var messages: SocketClient.Stream<Socket.Message>?

    /// Creates a session that is not connected.
    ///
    /// - Parameters:
    ///   - configuration: The servers, times and limits.
    ///   - clock: The clock that measures times.
    ///   - transport: Creates the transport of an attempt to connect, such as a WebSocket.
    /// - Precondition: The limits of the configuration are at least 1, and its times greater than zero.
    public init(
        _ configuration: Configuration, clock: any Clock<Duration> = ContinuousClock(),
        transport: @escaping @Sendable () -> any Transport
    ) {
        configuration.check()
        self.configuration = configuration
        self.clock = AnyClock(clock)
        detector = RefusalDetector(closingLimit: configuration.closingLimit)
        readFailures = ReadFailures(limit: configuration.closingLimit)
        let handshake = Handshake(configuration.frameLimits)
        var socket = configuration.socket
        socket.requestCount = configuration.urls.count
        client = SocketClient(
            configuration: socket, clock: clock, session: handshake, transport: transport
        ) { [urls = configuration.urls] attempt in
            ConnectionRequest(
                to: urls[(attempt - 1) % urls.count], headers: try await handshake.headers(),
                subprotocols: ["v12.stomp"], isByteStream: true)
        }
        handshake.attach(self)
    }

    deinit {
        for message in unacknowledged.messages.values { message.send.promise.fulfill(with: .failure(StompError.ended)) }
        for subscription in subscriptions.entries {
            subscription.confirmation.fulfill(with: .failure(StompError.ended))
            subscription.queue.close()
        }
    }

    nonisolated public var status: SocketClient.Status { client.status }
    nonisolated public var statusUpdates: AsyncStream<SocketClient.Status> { client.statusUpdates }

    /// Calls `body` after each request of the connection's socket; see ``/Sockets/SocketClient/observeRequests(for:_:)``.
    nonisolated package func observeRequests<Object: AnyObject & Sendable>(
        for object: Object, _ body: @escaping @Sendable (_ object: Object, _ record: Socket.RequestRecord) -> Void
    ) async {
        await client.observeRequests(for: object, body)
    }

    /// True once the session has ended, after which it never connects.
    package var hasEnded: Bool { lifecycle.hasEnded }
    /// The latest time at which something is known to have come in on the connection; `nil` without one.
    package var lastRead: AnyClock.Instant? { connection?.lastRead }

    // MARK: Connecting

    /// Connects with credentials, and connects again whenever the connection is lost.
    ///
    /// If the server refuses the session, the session disconnects, with the failure
    /// ``/Sockets/SocketError/unauthenticated(_:cause:)`` in its status. The credentials need not be the reason; call
    /// this method again to try again: see <doc:Guarantees>. After the end of the session this has no effect.
    ///
    /// - Parameter credentials: The login and passcode for the next connection and all later connections.
    public func connect(with credentials: Credentials) async {
        guard lifecycle.connect() != .unhandled else { return }
        self.credentials = credentials
        if tasks.isEmpty { read() }
        await performEffects()
    }

    /// Disconnects, and keeps subscriptions and unacknowledged messages for the next connection.
    ///
    /// The session sends `DISCONNECT` and waits for the answer, for at most ``Configuration/disconnectTimeout``. A call
    /// of ``connect(with:)`` during the wait takes effect after the wait.
    public func disconnect() async {
        lifecycle.disconnect()
        await sendDisconnect()
        await client.disconnect()
        lifecycle.closed()
        await performEffects()
    }

    /// Disconnects at once, without notifying the server. Also ends a ``disconnect()`` that waits for the server.
    package func abort() async {
        lifecycle.disconnect()
        await client.abort()
        statusChanged(to: client.status)
        lifecycle.closed()
        await performEffects()
    }

    /// Begins the next attempt to connect now, if the session waits for it.
    package func skipWait() async { await client.skipWait() }

    /// Keeps a refusal in the status until there is a connection.
    package func keep(_ refusal: SocketError) async { await client.keep(refusal) }

    /// Ends all subscriptions, and refuses further messages. Accepted messages may still be acknowledged.
    package func stopDelivery() {
        lifecycle.end()
        credentials = nil
        end(subscriptions.removeAll())
    }

    /// Disconnects permanently. Subscriptions end, and senders that wait for an acknowledgement get
    /// ``StompError/ended``.
    ///
    /// Nothing arrives after this has returned.
    public func end() async {
        stopDelivery()
        await sendDisconnect()
        for message in unacknowledged.messages.values {
            message.send.promise.fulfill(with: .failure(StompError.ended))
        }
        unacknowledged = OutgoingMessages()
        await client.disconnect()
        connection = nil
        tasks = []
        messages = nil
    }

    private func performEffects() async {
        for effect in lifecycle.takeEffects() {
            switch effect {
            case .open:
                await client.connect()
                lifecycle.opened()
                await performEffects()
            case .close: await client.disconnect()
            }
        }
    }

    /// Creates the `CONNECT` message, with the newest credentials.
    func connectMessage() throws -> Socket.Message {
        try Frame.connect(with: try knownCredentials(), configuration).message()
    }

    /// The headers of the WebSocket request, with the passcode if its place is `handshake`.
    func handshakeHeaders() throws -> [HeaderField] {
        guard case .handshake(let name, let scheme) = configuration.passcodePlace else { return [] }
        return [HeaderField(name, "\(scheme) \(try knownCredentials().passcode)".trimmingCharacters(in: .whitespaces))]
    }

    private func knownCredentials() throws -> Credentials {
        guard let credentials else { throw AuthenticationError("there are no credentials") }
        try check(credentials)
        return credentials
    }

    private func read() {
        let messages = client.messages()
        self.messages = messages
        let reading = ScopedTask { [weak self] in
            while let message = await messages.nextReceived() {
                guard let deliveries = await self?.receive(message) else { return }
                for delivery in deliveries { await delivery.queue.send(delivery.event) }
                await self?.resumeReading()
            }
        }
        let watching = ScopedTask { [weak self, states = client.statusUpdates] in
            for await status in states { await self?.statusChanged(to: status) }
        }
        tasks = [reading, watching]
    }
}
