import StatePattern

extension TokenGate {
    /// The state of a gate as a value: to be shown, stored, or sent to another isolation domain.
    ///
    /// Its raw value is for storage; its description is for people.
    public enum Phase: String, CaseIterable, Codable, Sendable {
        /// Nobody is logged in.
        case loggedOut
        /// The server has not answered to the token yet; it may be out of reach.
        case connecting
        /// The server has accepted the token. The connection stands, or comes back: by itself, or when it is resumed.
        case connected
        /// The same, and another token was asked for.
        case renewing
        /// The same, and the token has expired or is about to: there is no other.
        case expired
        /// A connection is being closed before what comes next.
        case closing
        /// The server has refused the token, and another one was asked for.
        case refreshing
        /// The server has refused the token, and there is no other: it takes a log-in.
        case refused
    }

    /// The phase of the gate: the one of its ``/StatePattern/Context/state``.
    public var phase: Phase { state.phase }
}

extension TokenGate.Phase: CustomStringConvertible {
    /// The path of the state: `Connected/Fresh`.
    public var description: String {
        switch self {
        case .loggedOut: "LoggedOut"
        case .connecting: "Connecting"
        case .connected: "Connected/Fresh"
        case .renewing: "Connected/Renewing"
        case .expired: "Connected/Expired"
        case .closing: "Closing"
        case .refreshing: "Refreshing"
        case .refused: "Refused"
        }
    }
}
