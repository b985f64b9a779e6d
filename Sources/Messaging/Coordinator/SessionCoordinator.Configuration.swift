import Sockets

extension SessionCoordinator {
    /// The times of a coordinator's renewals, requests and retries, and its judgment of refusals.
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
        /// The waits before a session is tried again that the server has refused for a reason that may pass.
        ///
        /// By default, the bound of the first wait is a minute, and that of later ones grows to five minutes. The waits
        /// start over when the server has accepted a token, and with another user.
        public var refusalBackoff = Backoff(initial: .seconds(60), maximum: .seconds(300))
        /// Returns the kind of a refusal, from the failure in the status of the connection.
        ///
        /// The failure is an ``/Sockets/SocketError/unauthenticated(_:cause:)`` with the words of the server. By default, the kind
        /// is `unknown`: no text is the same with all servers, and RabbitMQ says "Bad CONNECT" also when a limit of
        /// connections has been reached. If your server tells one from the other, return `credentials` or `temporary` for
        /// what it says.
        public var refusalKind: @Sendable (_ failure: SocketError) -> TokenGate.RefusalKind = { _ in .unknown }
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
