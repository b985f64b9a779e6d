import AsyncPrimitives
import Sockets

extension StompSession {
    /// Ends a subscription by its name on the wire, with headers that make the server delete the stored messages.
    ///
    /// Releasing a ``StompSubscription`` also ends the subscription, but a server that keeps messages for an absent
    /// reader continues to keep them. <doc:ServerHeaders> lists the headers that end this.
    ///
    /// The frame is sent at most once, on the current connection, and is not confirmed. If the subscription's
    /// `SUBSCRIBE` is still waiting, it is written before. A server may close the connection upon an unknown name.
    ///
    /// - Parameters:
    ///   - id: The name of the subscription, even if another session has made it.
    ///   - headers: Further headers of `UNSUBSCRIBE`. Headers that the session sets itself are ignored.
    /// - Throws: ``StompError/notConnected`` without a connection, ``StompError/ended`` after the end of the session,
    ///   ``StompError/invalid(_:)`` if the frame cannot be encoded or exceeds ``Configuration/frameLimits``. After an
    ///   error nothing has changed.
    public func unsubscribe(_ id: String, headers: [HeaderField] = []) throws(StompError) {
        if hasEnded { throw .ended }
        guard let connection else { throw .notConnected }
        let frame = Frame.unsubscribe(id: id, headers: Self.withoutOwnHeaders(headers))
        try check(frame)
        let entry = subscriptions[id].flatMap { subscriptions.remove($0.frameID) }
        entry?.end()
        if let entry {
            guard let subscribe = entry.frame else { return }  // The server knows no such subscription.
            if detector.connections(of: entry.frameID)?.upperBound != connection.attempt { connection.write(subscribe) }
        }
        release(id, of: nil, with: frame, on: connection)
        perform(detector.unsubscribe(entry?.frameID))
    }

    /// Writes `UNSUBSCRIBE`. Its receipt shows that no more messages come under this name.
    func release(_ id: String, of subscribe: Frame?, with unsubscribe: Frame, on connection: LiveConnection) {
        var frame = unsubscribe
        if configuration.serverSendsReceipts {
            frame.headers.append(HeaderField("receipt", subscriptions.release(id, of: subscribe)))
        }
        connection.write(frame)
    }

    /// Writes subscriptions on the current connection and all later connections.
    func makeSubscriptions(_ frameIDs: [RefusalDetector.ID]) {
        for frameID in frameIDs { perform(detector.addSubscription(frameID)) }
    }

    /// Limits the time for which subscriptions wait for the server's answer to `UNSUBSCRIBE`.
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

    /// Ends a subscription as ``unsubscribe(_:headers:)`` does. If necessary, makes the subscription first.
    ///
    /// Some servers delete a durable queue upon `UNSUBSCRIBE`, but only if they know the subscription.
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
