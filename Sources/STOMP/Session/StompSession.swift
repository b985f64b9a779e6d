import AsyncPrimitives
import Foundation
import Sockets

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
/// What is guaranteed:
/// - A message that is sent at least once stays with the session until the server has acknowledged it. After a connection
///   was lost it goes out again, with all the others in their order, before anything newer; ``repetitionHeader`` says that it
///   may be known, and ``sendIDHeader`` by which name. A server that has acknowledged a message has it.
/// - A message that is sent at most once goes out on the present connection, or not at all.
/// - Each subscription is made once on each connection: before anything is sent again, or when it is asked for. What a
///   server has for a subscriber that is away it keeps or drops as it was asked in the subscription's headers.
/// - The messages of a subscription arrive in the order of the server.
/// - A server may close the connection upon a message or a subscription, and not say upon which. Then what it had not
///   confirmed goes out one by one on the next connection, each when the one before is confirmed; upon which it closes the
///   connection ``Configuration/closingLimit`` times in a row, that is refused: its sender is told, and the others go on.
///
/// Source: STOMP Protocol Specification, Version 1.2.
public actor StompSession {
    /// The header that names a message, the same however often it is sent.
    public static let sendIDHeader = "send-id"
    /// The header that says whether a message may have been sent before.
    public static let repetitionHeader = "possibly-repeated"

    nonisolated let client: SocketClient
    nonisolated package let configuration: Configuration
    let clock: AnyClock

    private var token: AccessToken?
    /// What was asked for last, which is what comes true.
    private var isWanted = false
    private var isDisconnecting = false
    /// The connection on which the session runs, if it does.
    var connection: LiveConnection?
    /// What has come in of a frame, for each connection that anything may still be read of.
    var decoders: [Int: FrameDecoder] = [:]
    /// A server was told that the session ends, and has not answered.
    var farewell: Farewell?
    var subscriptions: [SubscriptionEntry] = []
    /// What the server has not acknowledged yet, in order.
    var unacknowledged: [PendingSend] = []
    /// One frame goes out at a time, so that a server that closes the connection shows upon which.
    var isCareful = false
    /// A consumer does not keep up, so nothing is read of the server, on this connection or a later one.
    var isHeldUp = false
    private var reading: ScopedTask?
    private var watching: ScopedTask?
    /// How many subscriptions were made; names come of it.
    var subscriptionCount = 0
    private(set) var hasEnded = false

    /// Makes a session that is not connected.
    ///
    /// - Parameters:
    ///   - configuration: Where to connect, times and limits.
    ///   - clock: What the times are measured with.
    ///   - transport: Makes the transport of an attempt, such as a WebSocket.
    public init(
        _ configuration: Configuration, clock: any Clock<Duration> = ContinuousClock(),
        transport: @escaping @Sendable () -> any Transport
    ) {
        self.configuration = configuration
        self.clock = AnyClock(clock)
        let urls = configuration.urls
        let handshake = Handshake(configuration.frameLimits)
        client = SocketClient(
            configuration: configuration.socket, clock: clock, session: handshake, transport: transport
        ) { attempt in
            ConnectionRequest(to: urls[(attempt - 1) % urls.count], subprotocols: ["v12.stomp"])
        }
        handshake.attach(self)
    }

    deinit {
        for send in unacknowledged { send.receipt.promise.fulfill(with: .failure(StompError.ended)) }
        for subscription in subscriptions {
            subscription.confirmation.fulfill(with: .failure(StompError.ended))
            subscription.queue.close()
        }
    }

    /// What state the session's connection is in, and each that comes, for one more consumer.
    nonisolated public var states: AsyncStream<SocketClient.Status> { client.statusUpdates }

    /// What state the session's connection is in.
    nonisolated public var status: SocketClient.Status { client.status }

    // MARK: Connecting

    /// Connects with a token, and connects again whenever the connection is lost.
    ///
    /// A server that refuses the token ends it: ``states`` then tell of ``/Sockets/Socket/Phase/disconnected`` with
    /// ``/Sockets/SocketError/unauthenticated(_:)``. A session that has ended does nothing.
    ///
    /// - Parameter token: What the server is shown from the next connection on.
    public func connect(with token: AccessToken) async {
        if hasEnded { return }
        self.token = token
        isWanted = true
        if reading == nil { read() }
        if isDisconnecting { return }  // It connects after that.
        await client.connect()
        if hasEnded { await client.disconnect() }
    }

    /// Disconnects, and keeps subscriptions and unacknowledged messages for the next connection.
    ///
    /// The server is told, and waited for, but no longer than ``Configuration/farewellTimeout``. If somebody asks to connect
    /// meanwhile, that comes after it.
    public func disconnect() async {
        isWanted = false
        isDisconnecting = true
        await sayFarewell()
        await client.disconnect()
        isDisconnecting = false
        if isWanted, !hasEnded { await client.connect() }
    }

    /// Ends all subscriptions, and accepts nothing more to send; what was accepted may still be acknowledged.
    package func silence() {
        hasEnded = true
        token = nil
        for subscription in subscriptions { subscription.end() }
        subscriptions = []
        if isCareful { goOn() }
    }

    /// Disconnects for good: subscriptions end, and who waits for an acknowledgement is told that there will be none.
    ///
    /// Nothing arrives after this has returned.
    public func end() async {
        silence()
        await sayFarewell()
        for send in unacknowledged { send.receipt.promise.fulfill(with: .failure(StompError.ended)) }
        unacknowledged = []
        await client.disconnect()
        connection = nil
        reading = nil
        watching = nil
    }

    /// What asks a server for the session.
    func connectFrame() throws -> Frame {
        guard let token else { throw AuthenticationError("there is no token") }
        switch configuration.tokenPlace {
        case .passcode:
            return .connect(
                host: configuration.host, login: token.user, passcode: token.secret, heartBeat: configuration.heartBeat)
        case .header(let name):
            return .connect(
                host: configuration.host, heartBeat: configuration.heartBeat,
                headers: [Frame.Header(name, token.secret)])
        }
    }

    private func read() {
        reading = ScopedTask { [weak self, messages = client.messages()] in
            let iterator = messages.makeAsyncIterator()
            while let incoming = await iterator.nextReceived() {
                guard let deliveries = await self?.receive(incoming) else { return }
                for delivery in deliveries { await delivery.queue.send(delivery.message) }
                await self?.readOn()
            }
        }
        watching = ScopedTask { [weak self, states = client.statusUpdates] in
            for await status in states { await self?.note(status) }
        }
    }
}
