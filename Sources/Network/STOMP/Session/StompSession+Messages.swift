import AsyncPrimitives
import Foundation
import Sockets

extension StompSession {
    // MARK: Sending

    /// Sends a message at least once.
    ///
    /// - Parameters:
    ///   - body: The message.
    ///   - destination: The destination, in the form that the server knows.
    ///   - contentType: The MIME type of the body.
    ///   - headers: Further headers for the server or the receivers. Headers that the session sets itself are ignored.
    /// - Returns: A handle on the message, with which to wait for the server's acknowledgement.
    /// - Throws: ``StompError/queueIsFull(limit:ofBytes:)`` if ``Configuration/sendLimit`` messages to the destination,
    ///   or 500 times as many in all, are unacknowledged, or if this message would make the unacknowledged messages
    ///   exceed ``Configuration/sendByteLimit``, unless it is the only one;
    ///   ``StompError/ended`` after the end of the session; ``StompError/invalid(_:)`` if the frame cannot be encoded
    ///   or exceeds ``Configuration/frameLimits``.
    @discardableResult public func send(
        _ body: [UInt8], to destination: String, contentType: String? = nil, headers: [HeaderField] = []
    ) throws(StompError) -> PendingSend {
        try accept(body, destination, contentType, headers)
    }

    /// Sends a message at most once: on the current connection, or not at all.
    ///
    /// The parameters and the result are those of ``send(_:to:contentType:headers:)``.
    ///
    /// - Throws: ``StompError/notConnected`` if there is no connection; otherwise as that method.
    @discardableResult public func sendAtMostOnce(
        _ body: [UInt8], to destination: String, contentType: String? = nil, headers: [HeaderField] = []
    ) throws(StompError) -> PendingSend {
        try acceptOnce(body, destination, contentType, headers).send
    }

    /// Sends a message of this package's services at most once, without the limit for its destination.
    ///
    /// Throws as ``sendAtMostOnce(_:to:contentType:headers:)`` does, with the limits for all messages together. Returns
    /// a handle on the message, and the number of its connection.
    package func report(
        _ body: [UInt8], to destination: String, contentType: String
    ) throws(StompError) -> (send: PendingSend, connection: Int) {
        try acceptOnce(body, destination, contentType, [], isLimited: false)
    }

    private func acceptOnce(
        _ body: [UInt8], _ destination: String, _ contentType: String?, _ headers: [HeaderField],
        isLimited: Bool = true
    ) throws(StompError) -> (send: PendingSend, connection: Int) {
        if hasEnded { throw .ended }
        guard let attempt = connection?.attempt else { throw .notConnected }
        let send = try accept(body, destination, contentType, headers, isLimited: isLimited, onlyOn: attempt)
        return (send, attempt)
    }

    private func accept(
        _ body: [UInt8], _ destination: String, _ contentType: String?, _ headers: [HeaderField],
        isLimited: Bool = true, onlyOn connection: Int? = nil
    ) throws(StompError) -> PendingSend {
        if hasEnded { throw .ended }
        let count = detector.count(to: destination)
        guard !isLimited || count < configuration.sendLimit else {
            throw .queueIsFull(limit: configuration.sendLimit)
        }
        // The number is limited because each message takes more memory than its bytes.
        guard unacknowledged.messages.count < configuration.totalSendLimit else {
            throw .queueIsFull(limit: configuration.totalSendLimit)
        }
        let id = Self.makeID()
        let frame = Frame.send(
            body, to: destination, contentType: contentType, receipt: configuration.serverSendsReceipts ? id : nil,
            headers: [HeaderField(Self.sendIDHeader, id)] + Self.withoutOwnHeaders(headers))
        try check(frame)
        // A single message may be larger than the limit.
        let byteLimit = configuration.sendByteLimit
        guard unacknowledged.messages.count == 0 || frame.byteCount <= byteLimit - unacknowledged.byteCount else {
            throw .queueIsFull(limit: byteLimit, ofBytes: true)
        }
        let send = PendingSend(id: id)
        unacknowledged[id] = OutgoingMessage(frame: frame, send: send, connection: connection)
        perform(detector.addMessage(id, to: destination, atMostOnce: connection != nil))
        return send
    }

    /// Makes a unique name for a message. Other users cannot guess it.
    ///
    /// The name has 16 bytes from the system's generator, because `UUID()` opens a file for each name on Linux.
    private static func makeID() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes: (UInt64, UInt64) = (generator.next(), generator.next())
        return UUID(uuid: withUnsafeBytes(of: bytes) { $0.load(as: uuid_t.self) }).uuidString.lowercased()
    }

    // MARK: Receiving

    /// Listens to a destination, on the current connection and all later connections.
    ///
    /// - Parameters:
    ///   - destination: The destination, in the form that the server knows.
    ///   - id: The name of the subscription on the wire, by default a new name. An earlier subscription with this name
    ///     ends. The new subscription waits until the server has answered `UNSUBSCRIBE`, and messages that come in
    ///     before reach no reader. If both have the same `SUBSCRIBE`, the new subscription does not wait, and gets
    ///     these messages.
    ///   - acknowledgement: The way in which messages are acknowledged.
    ///   - headers: Further headers for the server, such as to keep messages while the subscriber is away. A `receipt`
    ///     among them is ignored.
    /// - Returns: The messages. The subscription ends when this is released.
    /// - Throws: ``StompError/ended`` after the end of the session, ``StompError/invalid(_:)`` if the frame cannot be
    ///   encoded or is beyond ``Configuration/frameLimits``.
    public func subscribe(
        to destination: String, id: String? = nil, acknowledgement: Acknowledgement = .automatic,
        headers: [HeaderField] = []
    ) throws(StompError) -> StompSubscription {
        if hasEnded { throw .ended }
        let name = subscriptions.makeName()
        let id = id ?? name
        let frame = Frame.subscribe(
            id: id, to: destination, acknowledgement: acknowledgement, headers: Self.withoutOwnHeaders(headers))
        try check(frame)
        return add(
            SubscriptionEntry(
                id: id, frameID: name, frame: frame, acknowledgement: acknowledgement,
                queue: BoundedQueue(limits: configuration.subscriptionLimits)))
    }

    /// Receives messages that the server delivers without a `SUBSCRIBE`: RabbitMQ's replies to a temporary queue.
    ///
    /// A message with this destination in its header `reply-to` asks for replies. The server makes another queue on
    /// each connection, so a reply that has not come in when the connection is lost never comes. This call writes no
    /// frame.
    ///
    /// - Parameter destination: The value of `reply-to`, such as `/temp-queue/answers`. The replies have it in their
    ///   header `subscription`. An earlier subscription with this name ends.
    /// - Returns: The replies, on the current connection and all later connections. They need no acknowledgement.
    /// - Throws: ``StompError/ended`` after the end of the session.
    public func replies(to destination: String) throws(StompError) -> StompSubscription {
        if hasEnded { throw .ended }
        let entry = SubscriptionEntry(
            id: destination, frameID: subscriptions.makeName(), frame: nil, acknowledgement: .automatic,
            queue: BoundedQueue(limits: configuration.subscriptionLimits))
        entry.confirmation.fulfill(with: .success(()))
        return add(entry)
    }

    private func add(_ entry: SubscriptionEntry) -> StompSubscription {
        if let earlier = subscriptions[entry.id] { release(earlier.frameID) }
        let canBeMade = subscriptions.append(entry)
        if entry.frame != nil {
            if canBeMade { makeSubscriptions([entry.frameID]) } else { limitRelease() }
        }
        return StompSubscription(entry) { [weak self, frameID = entry.frameID] in
            Task { await self?.release(frameID) }
        }
    }

    /// Ends a subscription. If it has ended already, this does nothing.
    func release(_ frameID: RefusalDetector.ID) {
        guard let entry = subscriptions.remove(frameID) else { return }
        entry.end()
        if let connection, detector.connections(of: frameID)?.upperBound == connection.attempt {
            release(entry.id, of: entry.frame, with: .unsubscribe(id: entry.id), on: connection)
        }
        perform(detector.unsubscribe(frameID))
    }

    /// Tells the server that a message was consumed; with ``Acknowledgement/cumulative``, also all earlier messages.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - headers: Further headers for the server. Headers that the session sets itself are ignored.
    /// - Throws: ``StompError/outdated`` if the message's connection or subscription is gone;
    ///   ``StompError/invalid(_:)`` if the frame cannot be encoded or exceeds ``Configuration/frameLimits``;
    ///   ``StompError/queueIsFull(limit:ofBytes:)`` if too many answers wait for the network. After an error nothing
    ///   has changed.
    public func acknowledge(_ message: StompMessage, headers: [HeaderField] = []) throws(StompError) {
        try answer(message) { .ack(id: $0, headers: Self.withoutOwnHeaders(headers)) }
    }

    /// Tells the server that a message was not consumed.
    ///
    /// - Warning: RabbitMQ delivers the message again at once, thousands of times a second if it is refused each time.
    ///   With the header `requeue:false`, RabbitMQ never delivers it again; see <doc:ServerHeaders>.
    ///
    /// The parameters are those of ``acknowledge(_:headers:)``.
    ///
    /// - Throws: As ``acknowledge(_:headers:)``.
    public func refuse(_ message: StompMessage, headers: [HeaderField] = []) throws(StompError) {
        try answer(message) { .nack(id: $0, headers: Self.withoutOwnHeaders(headers)) }
    }

    private func answer(_ message: StompMessage, _ makeFrame: (String) -> Frame) throws(StompError) {
        guard let id = message.acknowledgementID else { return }
        guard let connection, connection.attempt == message.attempt,
            subscriptions[frameID: message.subscription] != nil
        else { throw .outdated }
        let frame = makeFrame(id)
        try check(frame)
        guard connection.hasRoomForAnswers else {
            throw .queueIsFull(limit: configuration.sendByteLimit, ofBytes: true)
        }
        connection.write(frame)
        if connection.isWaiting { watchWrites() }
    }

    /// Removes the headers that the session sets itself. A forwarded message may contain them.
    static func withoutOwnHeaders(_ headers: [HeaderField]) -> [HeaderField] {
        headers.filter { !["receipt", sendIDHeader, repetitionHeader].contains($0.name) }
    }

    func check(_ frame: Frame) throws(StompError) {
        do { try frame.check(configuration.frameLimits) } catch { throw .invalid("\(error)") }
    }
}
