extension StompSession {
    /// Gives a subscription up for good, so that the server forgets what it keeps for it as well.
    ///
    /// A server that does so upon `UNSUBSCRIBE` has to know the subscription. So one that was given up before is made once
    /// more, for that. This is said at most once: on the present connection, or not at all.
    ///
    /// - Throws: ``StompError/notConnected`` if there is no connection, and then nothing has changed.
    package func forget(
        _ id: String, to destination: String, acknowledgement: Acknowledgement, headers: [Frame.Header]
    ) throws(StompError) {
        if hasEnded { throw .ended }
        guard let connection else { throw .notConnected }
        let frame = Frame.subscribe(id: id, to: destination, acknowledgement: acknowledgement, headers: headers)
        try check(frame)
        let entry = subscriptions.firstIndex { $0.id == id }.map { subscriptions.remove(at: $0) }
        entry?.end()
        if entry?.standing.attempt != connection.attempt { connection.write(frame) }
        // It is not waited for, whatever the server makes of it.
        (connection.hasUnsubscribed, connection.hasForgotten) = (true, true)
        connection.write(.unsubscribe(id: id, headers: headers))
        if isCareful { goOn() }
    }
}
