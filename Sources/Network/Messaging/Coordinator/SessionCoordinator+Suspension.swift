/// The background of an app.
extension SessionCoordinator {
    /// Closes the connection, and opens none until ``resume()``.
    ///
    /// 1. The server learns that the user is away.
    /// 2. The session stays: its subscriptions, its place, its unacknowledged messages, and those that are sent while
    ///    suspended wait for the next connection.
    /// 3. A log-out ends the session at once. A new token or another user is connected with later. A token that expires is
    ///    refreshed.
    ///
    /// Nothing is open after this has returned, which takes no longer than closing a connection may.
    public func suspend() async {
        if !desired.isInBackground {
            desired.isInBackground = true
            desired.listening = nil
            if let session { enqueue { await session.suspend() } }
        }
        await lastOperation?.value
    }

    /// Connects again at once, if there is a token for it and a network; also if the coordinator waits after a refusal.
    public func resume() {
        guard desired.isInBackground else { return }
        desired.isInBackground = false
        endWaits(opening: true)
    }
}
