import StatePattern

extension TokenGate {
    /// The state of a gate as a value, which you can show, store, or send to another isolation domain.
    ///
    /// The raw value is for storage; the description is for people.
    public enum Phase: String, CaseIterable, Codable, Sendable {
        /// No user is logged in.
        case loggedOut
        /// The server has neither accepted nor refused the token; the server may be unreachable.
        case connecting
        /// The server has accepted the token. The connection is open, or will be restored.
        case connected
        /// As `connected`, but the token has expired or is about to, and the store was asked for a new token.
        case renewing
        /// As `connected`, but the token has expired or is about to, and the store has no new token.
        case expired
        /// The session is being closed. The next step follows when it is closed.
        case closing
        /// The server has refused the token, and the store was asked for a new token.
        case refreshing
        /// The server has refused the session for a reason that may pass; the gate connects again after a wait.
        case waiting
        /// The server has refused the token, and there is certainly no new token: the user must log in.
        case refused
    }

    /// The phase of the gate's ``/StatePattern/Context/state``.
    package var phase: Phase { state.phase }
}

extension TokenGate.Phase: CustomStringConvertible {
    /// The path of the state, such as `Connected/Fresh`.
    public var description: String {
        switch self {
        case .loggedOut: "LoggedOut"
        case .connecting: "Connecting"
        case .connected: "Connected/Fresh"
        case .renewing: "Connected/Renewing"
        case .expired: "Connected/Expired"
        case .closing: "Closing"
        case .refreshing: "Refreshing"
        case .waiting: "Waiting"
        case .refused: "Refused"
        }
    }
}
