/// Suspends and resumes a coordinator, for an app that goes to the background.
extension SessionCoordinator {
    /// Closes the connection, and opens none until ``resume()``.
    ///
    /// 1. The server is notified that the user is away.
    /// 2. The session stays. Its subscriptions, its place and its unacknowledged messages wait for the next connection.
    ///    So do messages that are sent while suspended.
    /// 3. A log-out ends the session at once. A new token or another user waits for ``resume()``. An expiring token is
    ///    refreshed.
    ///
    /// The connection is closed when this returns. The call takes no longer than closing a connection may take.
    public func suspend() async {
        if !desired.isInBackground {
            desired.isInBackground = true
            desired.listening = nil
            if let session { enqueue { await session.suspend() } }
        }
        await lastOperation?.value
    }

    /// Connects again at once if there is a token and a network, without waiting longer after a refusal.
    public func resume() {
        guard desired.isInBackground else { return }
        desired.isInBackground = false
        endWaits(opening: true)
    }
}
