import AsyncPrimitives

extension SessionCoordinator {
    /// The connection that the gate wants, and the reasons not to open it.
    struct DesiredConnection {
        /// The token to connect with, and its number; `nil` while the gate wants no connection.
        var wanted: (token: AccessToken, number: Int)?
        /// True between `suspend()` and `resume()`.
        var isInBackground = false
        /// True between `networkIsGone()` and `networkIsBack()`.
        var isOffline = false
        /// False while no connection may be opened, even if the gate wants one.
        var mayOpen: Bool { !isInBackground && !isOffline }
        /// The task that reports the statuses of the connection to the gate.
        var listening: ScopedTask?
    }
}
