import AsyncPrimitives
import Foundation
import Sockets

/// What a session sends and receives.
extension StompSession {
    // MARK: Sending

    /// Sends a message.
    ///
    /// - Parameters:
    ///   - body: The message.
    ///   - destination: Where to; what it looks like is up to the server.
    ///   - contentType: What the body is, as a MIME type.
    ///   - headers: What the receivers are told besides, or the server; what the session says itself counts for nothing here.
    /// - Returns: A handle on the message, with which to wait for the server's acknowledgement.
    /// - Throws: ``StompError/queueIsFull(limit:)`` if ``Configuration/sendLimit`` messages are not acknowledged yet,
    ///   ``StompError/ended`` after the end of the session, ``StompError/invalid(_:)`` if this cannot be written.
    @discardableResult public func send(
        _ body: [UInt8], to destination: String, contentType: String? = nil, headers: [Frame.Header] = []
    ) throws(StompError) -> SendReceipt {
        try accept(body, destination, contentType, headers, limit: configuration.sendLimit)
    }

    /// Sends a message at most once: on the present connection, or not at all.
    ///
    /// - Parameters:
    ///   - body: The message.
    ///   - destination: Where to.
    ///   - contentType: What the body is, as a MIME type.
    ///   - headers: What the receivers are told besides, or the server; what the session says itself counts for nothing here.
    /// - Returns: A handle on the message, with which to wait for the server's acknowledgement.
    /// - Throws: ``StompError/notConnected`` if there is no connection, ``StompError/queueIsFull(limit:)`` if
    ///   ``Configuration/sendLimit`` messages are not acknowledged yet, ``StompError/ended`` after the end of the session,
    ///   ``StompError/invalid(_:)`` if this cannot be written.
    @discardableResult public func sendAtMostOnce(
        _ body: [UInt8], to destination: String, contentType: String? = nil, headers: [Frame.Header] = []
    ) throws(StompError) -> SendReceipt {
        try acceptOnce(body, destination, contentType, headers, limit: configuration.sendLimit)
    }

    /// Sends a message of the session itself at most once, however many wait to be acknowledged.
    package func report(_ body: [UInt8], to destination: String, contentType: String) throws(StompError) -> SendReceipt
    {
        try acceptOnce(body, destination, contentType, [], limit: .max)
    }

    private func acceptOnce(
        _ body: [UInt8], _ destination: String, _ contentType: String?, _ headers: [Frame.Header], limit: Int
    ) throws(StompError) -> SendReceipt {
        if hasEnded { throw .ended }
        guard let connection else { throw .notConnected }
        return try accept(body, destination, contentType, headers, limit: limit, onlyOn: connection.attempt)
    }

    private func accept(
        _ body: [UInt8], _ destination: String, _ contentType: String?, _ headers: [Frame.Header], limit: Int,
        onlyOn connection: Int? = nil
    ) throws(StompError) -> SendReceipt {
        if hasEnded { throw .ended }
        guard unacknowledged.count < limit else { throw .queueIsFull(limit: limit) }
        let id = UUID().uuidString.lowercased()  // Nobody can know the next one.
        let frame = Frame.send(
            body, to: destination, contentType: contentType, receipt: id,
            headers: [Frame.Header(Self.sendIDHeader, id)] + others(headers))
        try check(frame)
        let receipt = SendReceipt(id: id, connection: connection)
        unacknowledged.append(PendingSend(frame: frame, receipt: receipt))
        writeDue()
        return receipt
    }

    // MARK: Receiving

    /// Listens to a destination, on this connection and all that follow.
    ///
    /// - Parameters:
    ///   - destination: What to listen to.
    ///   - id: What the subscription is called on the wire, made up if it is `nil`. It takes the place of another one that
    ///     is called so, which ends.
    ///   - acknowledgement: Whether and how its messages are acknowledged.
    ///   - headers: What the server is told besides, such as to keep messages for a subscriber that is away; a `receipt`
    ///     counts for nothing here.
    /// - Returns: The messages; letting go of them gives the subscription up.
    /// - Throws: ``StompError/ended`` after the end of the session, ``StompError/invalid(_:)`` if this cannot be written.
    public func subscribe(
        to destination: String, id: String? = nil, acknowledgement: Acknowledgement = .automatic,
        headers: [Frame.Header] = []
    ) throws(StompError) -> StompSubscription {
        if hasEnded { throw .ended }
        subscriptionCount += 1
        let id = id ?? "subscription-\(subscriptionCount)"
        let frame = Frame.subscribe(id: id, to: destination, acknowledgement: acknowledgement, headers: others(headers))
        try check(frame)
        let entry = SubscriptionEntry(
            id: id, frame: frame, acknowledgement: acknowledgement,
            queue: BoundedQueue(limit: configuration.socket.messageLimit))
        subscriptions.first { $0.id == id }.map { unsubscribe(from: $0.queue) }
        subscriptions.append(entry)
        writeDue()
        return StompSubscription(entry) { [weak self, queue = entry.queue] in
            Task { await self?.unsubscribe(from: queue) }
        }
    }

    /// Gives a subscription up, unless that has been done; another one may be called the same by now.
    private func unsubscribe(from queue: BoundedQueue<StompMessage>) {
        guard let index = subscriptions.firstIndex(where: { $0.queue === queue }) else { return }
        let entry = subscriptions.remove(at: index)
        entry.end()
        if let connection, entry.standing.attempt == connection.attempt {
            connection.hasUnsubscribed = true
            if entry.standing.isOutstanding(on: connection.attempt) { connection.hasForgotten = true }
            connection.write(.unsubscribe(id: entry.id))
        }
        if isCareful { goOn() }
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

    /// The headers that are not the session's own; those of a message that is passed on may well be among them.
    private func others(_ headers: [Frame.Header]) -> [Frame.Header] {
        headers.filter { !["receipt", Self.sendIDHeader, Self.repetitionHeader].contains($0.name) }
    }

    func check(_ frame: Frame) throws(StompError) {
        do { try frame.check() } catch { throw .invalid(error) }
    }
}
