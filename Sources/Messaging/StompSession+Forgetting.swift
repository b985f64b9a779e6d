extension StompSession {
    /// Gives a subscription up for good, so that the server forgets what it keeps for it as well.
    ///
    /// A server that does so upon `UNSUBSCRIBE` has to know the subscription. So one that was given up before is made once
    /// more, for that. This is said at most once: on the present connection, or not at all.
    ///
    /// - Throws: ``StompError/notConnected`` if there is no connection, and then nothing has changed.
    func forget(
        _ id: String, to destination: String, acknowledgement: Acknowledgement, headers: [Frame.Header]
    ) throws(StompError) {
        if hasEnded { throw .ended }
        guard let connection else { throw .notConnected }
        if let index = subscriptions.firstIndex(where: { $0.id == id }) {
            subscriptions.remove(at: index).end()
        } else {
            let frame = Frame.subscribe(id: id, to: destination, acknowledgement: acknowledgement, headers: headers)
            do { _ = try frame.encoded() } catch { throw .invalid(error) }
            connection.write(frame)
        }
        connection.write(.unsubscribe(id: id, headers: headers))
    }
}
