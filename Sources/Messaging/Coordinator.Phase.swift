extension Coordinator {
    /// A state of a coordinator's ``TokenGate``, by the name that it has there.
    public enum Phase: String, CaseIterable, Sendable {
        /// Nobody is logged in.
        case loggedOut = "LoggedOut"
        /// The server has not answered to the token yet; it may be out of reach.
        case connecting = "Connecting"
        /// The server has accepted the token. The connection stands, or comes back: by itself, or when it is resumed.
        case connected = "Connected/Fresh"
        /// The same, and another token was asked for.
        case renewing = "Connected/Renewing"
        /// The same, and the token has expired or is about to: there is no other.
        case expired = "Connected/Expired"
        /// A connection is being closed before what comes next.
        case closing = "Closing"
        /// The server has refused the token, and another one was asked for.
        case refreshing = "Refreshing"
        /// The server has refused the token, and there is no other: it takes a log-in.
        case refused = "Refused"
    }
}

extension Coordinator.Phase: CustomStringConvertible {
    public var description: String { rawValue }
}
