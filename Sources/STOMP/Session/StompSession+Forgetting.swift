import Sockets

extension StompSession {
    /// Releases a subscription for good, so that the server deletes what it keeps for it.
    ///
    /// Some servers delete a durable queue upon `UNSUBSCRIBE`, and have to know the subscription for that. So a subscription
    /// that the connection does not have is made once more before. Both frames are sent at most once: on the current
    /// connection, or not at all. The session does not wait for a confirmation.
    ///
    /// - Throws: ``StompError/notConnected`` if there is no connection, and then nothing has changed.
    package func forget(
        _ id: String, to destination: String, acknowledgement: Acknowledgement, headers: [Frame.Header]
    ) throws(StompError) {
        if hasEnded { throw .ended }
        guard let connection else { throw .notConnected }
        let frame = Frame.subscribe(id: id, to: destination, acknowledgement: acknowledgement, headers: headers)
        try check(frame)
        let entry = subscriptions[id].flatMap { subscriptions.remove($0.frameID) }
        entry?.end()
        let isOnConnection = entry.map { detector.connection(of: $0.frameID) == connection.attempt } ?? false
        if !isOnConnection { connection.write(frame) }
        connection.write(.unsubscribe(id: id, headers: headers))
        perform(detector.forget(entry?.frameID))
    }
}
