import Sockets

extension SessionCoordinator {
    /// The times of a coordinator's refreshes, requests and retries, and its judgment of refusals.
    public struct Configuration: Sendable {
        /// The longest time before its expiry at which a token is refreshed; at most half of the token's life.
        ///
        /// The shortest time before the expiry is half as long. The actual time is random in between, so that tokens
        /// that expire together are not refreshed together. By default the longest time is a minute, so the store has
        /// at least half a minute to answer.
        public var refreshLead = Duration.seconds(60)
        /// The shortest time for which a token is used before it is refreshed.
        ///
        /// It doubles for each token in a row that arrives expired, up to an hour. Another user resets it.
        public var minimumUse = Duration.seconds(5)
        /// The waits between requests to a store that does not answer.
        package var refreshBackoff = Backoff()
        /// The waits after the server has refused a session for a reason that may pass.
        ///
        /// By default, the bound of the waits grows from one minute to five minutes. It is reset when the server
        /// accepts a token, and when another user logs in.
        public var refusalBackoff = Backoff(initial: .seconds(60), maximum: .seconds(300))
        /// Returns the kind of refusal for a failure of an attempt or a connection; `nil` by default.
        ///
        /// `nil` means that the coordinator judges the failure as follows:
        ///
        /// | Failure | Kind |
        /// |---|---|
        /// | ``/Sockets/SocketError/unauthenticated(_:cause:)`` with the words of the server: an `ERROR` instead of
        /// `CONNECTED`, the status 401, the close code 3000 or 3003 | `unknown` |
        /// | the close code 4401, which many servers send for wrong credentials | `unknown` |
        /// | ``/Sockets/SocketError/incompatible(_:)``: the server must be mended | `temporary` |
        /// | any other failure, such as a lost connection | no refusal: the session tries again with the same token, if
        /// that may help |
        ///
        /// The kind is `unknown` because servers use different texts, and RabbitMQ also says "Bad CONNECT" when a limit
        /// of connections has been reached. If your server's texts distinguish these cases, return `credentials` or
        /// `temporary`. Here is a server that refuses tokens with the close code 4403:
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
        /// For credentials that cannot be sent, such as a passcode with a line break, the kind is `credentials` in any
        /// case. The closure is called on any thread, once for each failure, and delays only the judgment.
        public var refusalKind: @Sendable (_ failure: SocketError) -> TokenGate.RefusalKind? = { _ in nil }
        /// The time that the store has to answer a request, 30 s by default.
        public var refreshTimeout = Duration.seconds(30)
        /// The generator for the random times of refreshes.
        package var refreshGenerator: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

        /// Creates a configuration with the defaults.
        public init() {}

        /// The kind of refusal for a failure; `nil` if the failure is no refusal.
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
