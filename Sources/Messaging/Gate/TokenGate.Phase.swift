import StatePattern

extension TokenGate {
    /// The state of a gate as a value that can be shown, stored, or sent to another isolation domain.
    ///
    /// Its raw value is for storage; its description is for people.
    public enum Phase: String, CaseIterable, Codable, Sendable {
        /// No user is logged in.
        case loggedOut
        /// The server has neither accepted nor refused the token; it may be out of reach.
        case connecting
        /// The server has accepted the token. The connection is open, or comes back: by itself, or when it is resumed.
        case connected
        /// The same, and the store was asked for a new token.
        case renewing
        /// The same, and the token has expired or is about to, without a new one.
        case expired
        /// A connection is being closed, before the next step.
        case closing
        /// The server has refused the token, and the store was asked for a new one.
        case refreshing
        /// The server has refused the token, and there is no new one: the user has to log in.
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
