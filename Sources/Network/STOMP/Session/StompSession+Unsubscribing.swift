import AsyncPrimitives
import Sockets

extension StompSession {
    /// Ends a subscription by its name on the wire, with headers that let the server delete what it keeps for it.
    ///
    /// A ``StompSubscription`` that is released ends as well. But a server that keeps messages for an absent reader
    /// continues to keep them. <doc:ServerHeaders> has the headers that end this.
    ///
    /// The frame goes out at most once, on the current connection, and is not confirmed. If `SUBSCRIBE` still waits, it goes
    /// out before. A server may close the connection upon a name that it does not know.
    ///
    /// - Parameters:
    ///   - id: The name of the subscription, which need not have been made by this session.
    ///   - headers: Further headers of `UNSUBSCRIBE`; the session's own headers among them are ignored.
    /// - Throws: ``StompError/notConnected`` if there is no connection, ``StompError/ended`` after the end of the session,
    ///   ``StompError/invalid(_:)`` if the frame cannot be encoded or is beyond ``Configuration/frameLimits``. Nothing has
    ///   changed then.
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

    /// Writes `UNSUBSCRIBE`; a server with receipts says when nothing more comes under the name.
    func release(_ id: String, of subscribe: Frame?, with unsubscribe: Frame, on connection: LiveConnection) {
        var frame = unsubscribe
        if configuration.serverSendsReceipts {
            frame.headers.append(HeaderField("receipt", subscriptions.release(id, of: subscribe)))
        }
        connection.write(frame)
    }

    /// Makes subscriptions on this connection and all later ones.
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

    /// Ends a subscription as ``unsubscribe(_:headers:)`` does, and makes it before if the session does not have it.
    ///
    /// Some servers delete a durable queue upon `UNSUBSCRIBE`, and must know the subscription for that.
    ///
    /// - Throws: ``StompError/notConnected`` if there is no connection, and then nothing has changed.
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
