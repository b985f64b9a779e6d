import AsyncPrimitives

extension SessionCoordinator {
    /// The connection that the gate wants, if any.
    struct DesiredConnection {
        /// The token to connect with, and its number; set and cleared by the gate's effects.
        var wanted: (token: AccessToken, number: Int)?
        /// True between `suspend()` and `resume()`.
        var isInBackground = false
        /// True between `networkIsGone()` and `networkIsBack()`.
        var isOffline = false
        /// False while no connection is opened, whatever the gate wants.
        var mayOpen: Bool { !isInBackground && !isOffline }
        /// The task that reports statuses of the connection to the gate.
        var listening: ScopedTask?
    }
}
