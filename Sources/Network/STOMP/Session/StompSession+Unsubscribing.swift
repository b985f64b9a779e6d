import AsyncPrimitives
import Sockets

extension StompSession {
    /// Ends a subscription by its name on the wire, with headers that let the server delete the stored messages.
    ///
    /// Releasing a ``StompSubscription`` also ends it, but a server that keeps messages for an absent reader continues
    /// to keep them. <doc:ServerHeaders> has the headers that end this.
    ///
    /// The frame goes out at most once, on the current connection, and is not confirmed. A waiting `SUBSCRIBE` goes out
    /// first. A server may close the connection upon an unknown name.
    ///
    /// - Parameters:
    ///   - id: The name of the subscription, which need not have been made by this session.
    ///   - headers: Further headers of `UNSUBSCRIBE`; the session's own headers among them are ignored.
    /// - Throws: ``StompError/notConnected`` without a connection, ``StompError/ended`` after the end of the session,
    ///   ``StompError/invalid(_:)`` if the frame cannot be encoded or exceeds ``Configuration/frameLimits``. Then
    ///   nothing has changed.
    public func unsubscribe(_ id: String, headers: [HeaderField] = []) throws(StompError) {
        if hasEnded { throw .ended }
        guard let connection else { throw .notConnected }
        let frame = Frame.unsubscribe(id: id, headers: Self.withoutOwnHeaders(headers))
        try check(frame)
        let entry = subscriptions[id].flatMap { subscriptions.remove($0.frameID) }
        entry?.end()
        if let entry {
            guard let subscribe = entry.frame else { return }  // The server knows of none.
            if detector.connections(of: entry.frameID)?.upperBound != connection.attempt { connection.write(subscribe) }
        }
        release(id, of: nil, with: frame, on: connection)
        perform(detector.unsubscribe(entry?.frameID))
    }

    /// Writes `UNSUBSCRIBE`; the receipt tells that no more messages come under the name.
    func release(_ id: String, of subscribe: Frame?, with unsubscribe: Frame, on connection: LiveConnection) {
        var frame = unsubscribe
        if configuration.serverSendsReceipts {
            frame.headers.append(HeaderField("receipt", subscriptions.release(id, of: subscribe)))
        }
        connection.write(frame)
    }

    /// Makes subscriptions on the current connection and all later ones.
    func makeSubscriptions(_ frameIDs: [RefusalDetector.ID]) {
        for frameID in frameIDs { perform(detector.addSubscription(frameID)) }
    }

    /// Limits the time that subscriptions wait for the server's answer to `UNSUBSCRIBE`.
    func limitRelease() {
        guard let connection, connection.releaseTimer == nil else { return }
        connection.releaseTimer = ScopedTask.timer(at: clock.now + configuration.acknowledgementTimeout, on: clock) {
            [weak self, attempt = connection.attempt] in
            await self?.releaseTimedOut(on: attempt)
        }
    }

    private func releaseTimedOut(on attempt: Int) {
        guard let connection, connection.attempt == attempt else { return }
        connection.releaseTimer = nil
        makeSubscriptions(subscriptions.released())
    }

    /// Ends a subscription as ``unsubscribe(_:headers:)`` does; if the session does not have it, makes it first.
    ///
    /// Some servers delete a durable queue upon `UNSUBSCRIBE`, but only of a known subscription.
    ///
    /// - Throws: As ``unsubscribe(_:headers:)``.
    package func forget(
        _ id: String, to destination: String, acknowledgement: Acknowledgement, headers: [HeaderField]
    ) throws(StompError) {
        if hasEnded { throw .ended }
        guard let connection else { throw .notConnected }
        let frame = Frame.subscribe(id: id, to: destination, acknowledgement: acknowledgement, headers: headers)
        try check(frame)
        if subscriptions[id] == nil { connection.write(frame) }
        try unsubscribe(id, headers: headers)
    }
}
