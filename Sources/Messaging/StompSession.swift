import Foundation
import Sockets

/// A session with a STOMP server that outlives its connections.
///
/// ```swift
/// import Messaging
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
/// - Each subscription is made once on each connection, before anything is sent there. What a server has for a subscriber
///   that is away it keeps or drops as it was asked in the subscription's headers.
/// - The messages of a subscription arrive in the order of the server.
/// - When the server closes the connection upon the same message or subscription
///   ``Configuration/closingLimit`` times, it is refused: its sender is told, and the others go on without it.
///
/// Source: STOMP Protocol Specification, Version 1.2.
public actor StompSession {
    /// The header that names a message, the same however often it is sent.
    public static let sendIDHeader = "send-id"
    /// The header that says whether a message may have been sent before.
    public static let repetitionHeader = "possibly-repeated"

    nonisolated let client: SocketClient
    let configuration: Configuration
    let time: Timepiece

    private var token: AccessToken?
    /// Counts what was asked for, so that the last wish is the one that comes true.
    private var wish = 0
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
    private var reading: OwnedTask?
    private var watching: OwnedTask?
    private var nextNumber = 1
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
        time = Timepiece(clock)
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
        for send in unacknowledged { send.receipt.promise.keep(.failure(StompError.ended)) }
        for subscription in subscriptions {
            subscription.confirmation.keep(.failure(StompError.ended))
            subscription.mailbox.close()
        }
    }

    /// What state the session's connection is in, and each that comes, for one more consumer.
    nonisolated public var states: AsyncStream<SocketClient.Status> { client.states }

    /// What state the session's connection is in.
    nonisolated public var status: SocketClient.Status { client.status }

    // MARK: Connecting

    /// Connects with a token, and connects again whenever the connection is lost.
    ///
    /// A server that refuses the token ends it: ``states`` then tell of ``/Sockets/SocketClient/Phase/disconnected`` with
    /// ``/Sockets/SocketError/unauthenticated(_:)``. A session that has ended does nothing.
    ///
    /// - Parameter token: What the server is shown from the next connection on.
    public func connect(with token: AccessToken) async {
        if hasEnded { return }
        self.token = token
        wish += 1
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
        wish += 1
        let wish = wish
        isDisconnecting = true
        await sayFarewell()
        await client.disconnect()
        isDisconnecting = false
        if self.wish != wish, !hasEnded { await client.connect() }
    }

    /// Ends all subscriptions, and accepts nothing more to send; what was accepted may still be acknowledged.
    func silence() {
        hasEnded = true
        token = nil
        for subscription in subscriptions { subscription.end() }
        subscriptions = []
    }

    /// Disconnects for good: subscriptions end, and who waits for an acknowledgement is told that there will be none.
    ///
    /// Nothing arrives after this has returned.
    public func end() async {
        silence()
        await sayFarewell()
        for send in unacknowledged { send.receipt.promise.keep(.failure(StompError.ended)) }
        unacknowledged = []
        await client.disconnect()
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
        reading = OwnedTask { [weak self, messages = client.messages] in
            let iterator = messages.makeAsyncIterator()
            while let incoming = await iterator.nextIncoming() {
                guard let deliveries = await self?.receive(incoming) else { return }
                for delivery in deliveries { _ = await delivery.mailbox.put(delivery.message) }
                await self?.readOn()
            }
        }
        watching = OwnedTask { [weak self, states = client.states] in
            for await status in states { await self?.note(status) }
        }
    }

    // MARK: Sending

    /// Sends a message.
    ///
    /// - Parameters:
    ///   - body: The message.
    ///   - destination: Where to; what it looks like is up to the server.
    ///   - contentType: What the body is, as a MIME type.
    ///   - headers: What the receivers are told besides, or the server.
    /// - Returns: A handle on the message, with which to wait for the server's acknowledgement.
    /// - Throws: ``StompError/queueIsFull(limit:)`` if ``Configuration/sendLimit`` messages are not acknowledged yet,
    ///   ``StompError/ended`` after the end of the session, ``StompError/invalid(_:)`` if this cannot be written.
    @discardableResult public func send(
        _ body: [UInt8], to destination: String, contentType: String? = nil, headers: [Frame.Header] = []
    ) throws(StompError) -> SendReceipt {
        if hasEnded { throw .ended }
        guard unacknowledged.count < configuration.sendLimit else {
            throw .queueIsFull(limit: configuration.sendLimit)
        }
        let id = UUID().uuidString.lowercased()  // Nobody can know the next one.
        let frame = Frame.send(
            body, to: destination, contentType: contentType, receipt: id,
            headers: [Frame.Header(Self.sendIDHeader, id)] + headers)
        try check(frame)
        var send = PendingSend(frame: frame, receipt: SendReceipt(id: id))
        if let connection {
            connection.write(send.frame)
            send.wasWritten = true
        }
        unacknowledged.append(send)
        return send.receipt
    }

    /// Sends a message at most once: on the present connection, or not at all.
    ///
    /// - Parameters:
    ///   - body: The message.
    ///   - destination: Where to.
    ///   - contentType: What the body is, as a MIME type.
    ///   - headers: What the receivers are told besides, or the server.
    /// - Returns: The number of the attempt that opened the connection it went out on.
    /// - Throws: ``StompError/notConnected`` if there is no connection, ``StompError/queueIsFull(limit:)`` if as many frames
    ///   are on their way as may be unacknowledged, ``StompError/invalid(_:)`` if this cannot be written.
    @discardableResult public func sendAtMostOnce(
        _ body: [UInt8], to destination: String, contentType: String? = nil, headers: [Frame.Header] = []
    ) throws(StompError) -> Int {
        let frame = Frame.send(body, to: destination, contentType: contentType, headers: headers)
        try check(frame)
        guard let connection else { throw .notConnected }
        guard connection.unwritten < configuration.sendLimit else {
            throw .queueIsFull(limit: configuration.sendLimit)
        }
        connection.write(frame)
        return connection.attempt
    }

    // MARK: Receiving

    /// Listens to a destination, on this connection and all that follow.
    ///
    /// - Parameters:
    ///   - destination: What to listen to.
    ///   - id: What the subscription is called on the wire, made up if it is `nil`. It takes the place of another one that
    ///     is called so, which ends.
    ///   - acknowledgement: Whether and how its messages are acknowledged.
    ///   - headers: What the server is told besides, such as to keep messages for a subscriber that is away.
    /// - Returns: The messages; letting go of them gives the subscription up.
    /// - Throws: ``StompError/ended`` after the end of the session, ``StompError/invalid(_:)`` if this cannot be written.
    public func subscribe(
        to destination: String, id: String? = nil, acknowledgement: Acknowledgement = .automatic,
        headers: [Frame.Header] = []
    ) throws(StompError) -> Subscription {
        if hasEnded { throw .ended }
        let id = id ?? "subscription-\(takeNumber())"
        let frame = Frame.subscribe(id: id, to: destination, acknowledgement: acknowledgement, headers: headers)
        try check(frame)
        var entry = SubscriptionEntry(
            id: id, frame: frame, acknowledgement: acknowledgement,
            mailbox: Mailbox(limit: configuration.socket.messageLimit))
        subscriptions.first { $0.id == id }.map { unsubscribe(from: $0.mailbox) }
        if let connection { entry.write(to: connection) }
        subscriptions.append(entry)
        return Subscription(entry) { [weak self, mailbox = entry.mailbox] in
            Task { await self?.unsubscribe(from: mailbox) }
        }
    }

    /// Gives a subscription up, unless that has been done; another one may be called the same by now.
    private func unsubscribe(from mailbox: Mailbox<StompMessage>) {
        guard let index = subscriptions.firstIndex(where: { $0.mailbox === mailbox }) else { return }
        let entry = subscriptions.remove(at: index)
        let unread = entry.end()
        guard let connection else { return }
        // The server keeps for the next subscriber what nobody here has read.
        for message in unread where message.attempt == connection.attempt {
            message.acknowledgementID.map { connection.write(.nack(id: $0)) }
        }
        connection.write(.unsubscribe(id: entry.id))
    }

    /// Tells the server that a message was consumed; with ``Acknowledgement/cumulative``, all earlier ones as well.
    ///
    /// - Throws: ``StompError/outdated`` if the connection that it came in on is gone, or its subscription.
    public func acknowledge(_ message: StompMessage) throws(StompError) {
        try answer(message) { .ack(id: $0) }
    }

    /// Tells the server that a message was not consumed.
    ///
    /// - Throws: ``StompError/outdated`` if the connection that it came in on is gone, or its subscription.
    public func refuse(_ message: StompMessage) throws(StompError) {
        try answer(message) { .nack(id: $0) }
    }

    private func answer(_ message: StompMessage, _ makeFrame: (String) -> Frame) throws(StompError) {
        guard let id = message.acknowledgementID else { return }
        guard let connection, connection.attempt == message.attempt,
            subscriptions.contains(where: { $0.id == message.content.subscription })
        else { throw .outdated }
        connection.write(makeFrame(id))
    }

    private func takeNumber() -> Int {
        defer { nextNumber += 1 }
        return nextNumber
    }

    private func check(_ frame: Frame) throws(StompError) {
        do { _ = try frame.encoded() } catch { throw .invalid(error) }
    }
}
