extension TokenGate {
    /// The cause of a server's refusal, as far as it is known; it decides how the gate recovers.
    public enum RefusalKind: String, CaseIterable, Codable, Hashable, Sendable {
        /// The credentials are certainly wrong: the gate asks for a new token, and without one the user has to log in.
        case credentials
        /// The server refuses for now, whatever the token is: the gate waits, and connects again with the same token.
        case temporary
        /// The credentials or the server: the gate asks for a new token; if that does not help, it waits and starts over.
        case unknown
    }
}
