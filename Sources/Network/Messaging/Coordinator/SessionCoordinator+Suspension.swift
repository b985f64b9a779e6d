/// The background of an app.
extension SessionCoordinator {
    /// Closes the connection, and opens none until ``resume()``.
    ///
    /// 1. The server is notified that the user is away.
    /// 2. The session stays. Its subscriptions, its place and its unacknowledged messages wait for the next connection,
    ///    and so do messages that are sent while suspended.
    /// 3. A log-out ends the session at once. A new token or another user waits for ``resume()``. An expiring token is
    ///    refreshed.
    ///
    /// Nothing is open after this has returned. That takes no longer than closing a connection may take.
    public func suspend() async {
        if !desired.isInBackground {
            desired.isInBackground = true
            desired.listening = nil
            if let session { enqueue { await session.suspend() } }
        }
        await lastOperation?.value
    }

    /// Connects again at once if there is a token and a network, even if the coordinator waits after a refusal.
    public func resume() {
        guard desired.isInBackground else { return }
        desired.isInBackground = false
        endWaits(opening: true)
    }
}
