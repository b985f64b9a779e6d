import Sockets

extension SessionCoordinator {
    /// The times of a coordinator's refreshes, requests and retries, and its judgment of refusals.
    public struct Configuration: Sendable {
        /// The longest time before its expiry at which a token is refreshed; for one that lives less than twice as long, half of
        /// its life.
        ///
        /// The shortest is half as long, and the time between is random: tokens that expire together are not refreshed together.
        /// By default it is a minute, and the shortest is the time that the store has to answer.
        public var refreshLead = Duration.seconds(60)
        /// The time for which a token is used at least before it is refreshed.
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
        /// Returns the kind of a refusal, from the failure of an attempt to connect or of a connection; `nil` by default.
        ///
        /// `nil` stands for the usual judgment:
        ///
        /// | Failure | Kind |
        /// |---|---|
        /// | ``/Sockets/SocketError/unauthenticated(_:cause:)`` with the words of the server: an `ERROR` instead of `CONNECTED`, the status 401, the close code 3000 or 3003 | `unknown` |
        /// | the close code 4401, with which many servers mean the same | `unknown` |
        /// | ``/Sockets/SocketError/incompatible(_:)``: the server must be mended | `temporary` |
        /// | any other, such as a lost connection | none: the session tries again with the same token, if that may help |
        ///
        /// It is `unknown` because no text is the same with all servers, and RabbitMQ says "Bad CONNECT" also when a limit of
        /// connections has been reached. If your server tells one from the other, return `credentials` or `temporary` for
        /// what it says. For a server that refuses tokens in another way, such as with the close code 4403:
        ///
        /// ```swift
        /// import Messaging
        /// import Sockets
        ///
        /// var configuration = SessionCoordinator.Configuration()
        /// configuration.refusalKind = { failure in
        ///     if case .closed(CloseCode(rawValue: 4403), _) = failure { .credentials } else { nil }
        /// }
        /// ```
        ///
        /// Credentials that cannot be sent, such as a passcode with a line break, are refused as `credentials` without this.
        /// The closure is called on any thread, once for each failure, and holds up only the judgment.
        public var refusalKind: @Sendable (_ failure: SocketError) -> TokenGate.RefusalKind? = { _ in nil }
        /// The time that the store has to answer a request, 30 s by default.
        public var refreshTimeout = Duration.seconds(30)

        /// Creates a configuration with the defaults.
        public init() {}

        /// The kind of a refusal; `nil` if a failure is none.
        func kind(of failure: SocketError) -> TokenGate.RefusalKind? {
            if let kind = refusalKind(failure) { return kind }
            return switch failure {
            case .unauthenticated, .closed(CloseCode(rawValue: 4401), _): .unknown
            case .incompatible: .temporary
            default: nil
            }
        }

        func check() {
            guard refreshLead >= .zero else { fatalError("A token cannot be refreshed after its expiry.") }
            guard minimumUse > .zero, refreshTimeout > .zero else {
                fatalError("The times of a coordinator must be greater than zero.")
            }
        }
    }
}
