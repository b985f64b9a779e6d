import AsyncPrimitives
import Sockets

extension SessionCoordinator {
    /// The timers that the gate has requested, and their schedules.
    struct Timing {
        private let refusalBackoff: Backoff

        var refresh: RefreshSchedule
        /// The waits after refusals, with a bound that grows with each wait.
        var retries: Backoff
        /// Runs from the start of a connection with a token until the token must be refreshed.
        var expiryTimer: ScopedTask?
        /// Runs from a refusal until the next connection.
        var retryTimer: ScopedTask?

        init(_ configuration: Configuration) {
            refresh = RefreshSchedule(
                lead: configuration.refreshLead, minimum: configuration.minimumUse,
                generator: configuration.refreshGenerator)
            refusalBackoff = configuration.refusalBackoff
            retries = refusalBackoff
        }

        /// Resets the waits after refusals, because the server has accepted a token.
        mutating func tokenAccepted() { retries = refusalBackoff }

        /// Resets the schedules, because another user has logged in.
        mutating func userChanged() {
            refresh.reset()
            retries = refusalBackoff
        }
    }
}
