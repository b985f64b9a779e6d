import AsyncPrimitives
import Sockets

extension SessionCoordinator {
    /// The timers that the gate asks for, and the schedules that they follow.
    struct Timing {
        private let refusalBackoff: Backoff

        var refresh: RefreshSchedule
        /// The waits after refusals, each of which is likely to be longer than the one before.
        var retries: Backoff
        /// Runs from the connection with a token until the token's refresh.
        var expiryTimer: ScopedTask?
        /// Runs from a refusal until the next connection.
        var retryTimer: ScopedTask?

        init(_ configuration: Configuration, refreshedBy generator: any RandomNumberGenerator & Sendable) {
            refresh = RefreshSchedule(
                lead: configuration.refreshLead, minimum: configuration.minimumUse, generator: generator)
            refusalBackoff = configuration.refusalBackoff
            retries = refusalBackoff
        }

        /// Lets the waits after refusals start over, because the server has accepted a token.
        mutating func tokenAccepted() { retries = refusalBackoff }

        /// Starts over for another user.
        mutating func userChanged() {
            refresh.reset()
            retries = refusalBackoff
        }
    }
}
