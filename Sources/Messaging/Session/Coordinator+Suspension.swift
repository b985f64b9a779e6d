/// What a coordinator does for an app that goes to the background and comes back.
extension Coordinator {
    /// Closes the connection, and opens none until ``resume()``.
    ///
    /// The server is told that the user is nowhere. The session stays: its subscriptions, its place, and what is not
    /// acknowledged wait for the next connection, and so does what is sent meanwhile. A log-out ends it at once. Another
    /// token, or another user, is taken note of and connected with later; a token that expires is renewed.
    ///
    /// Nothing is open after this has returned, which takes no longer than closing a connection may.
    public func suspend() async {
        if !isSuspended {
            isSuspended = true
            listening = nil
            if let session { enqueue { await session.suspend() } }
        }
        await work?.value
    }

    /// Connects again at once, if there is a token to do so with.
    public func resume() {
        guard isSuspended else { return }
        isSuspended = false
        if let connection { open(connection.token, connection.number) }
    }
}
