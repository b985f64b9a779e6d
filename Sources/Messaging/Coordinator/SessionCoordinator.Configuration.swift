import Sockets

extension SessionCoordinator {
    /// The times of a coordinator's renewals and requests.
    public struct Configuration: Sendable {
        /// The time before its expiry at which a token is renewed; for one that lives less than twice as long, half of its
        /// life.
        public var renewalLead = Duration.seconds(30)
        /// The time for which a token is used at least before it is renewed.
        ///
        /// For each token in a row that arrives expired it doubles, up to an hour. It starts over with another user.
        public var minimumUse = Duration.seconds(5)
        /// The waits between requests to a store that does not answer.
        public var refreshBackoff = Backoff()
        /// The time that the store has to answer a request.
        public var refreshTimeout = Duration.seconds(30)

        /// Creates a configuration with the defaults.
        public init() {}

        func check() {
            guard renewalLead >= .zero else { fatalError("A token cannot be renewed after its expiry.") }
            guard minimumUse > .zero, refreshTimeout > .zero else {
                fatalError("The times of a coordinator must be greater than zero.")
            }
        }
    }
}
