import StatePattern

extension Socket {
    /// The state of a socket as a value, which you can show, store, or send to another isolation domain.
    ///
    /// The raw value is for storage; the description is for people.
    public enum Phase: String, CaseIterable, Codable, Sendable {
        /// No connection is wanted.
        case disconnected
        /// The first attempt is in progress.
        case connecting
        /// The connection is open, and a session is being started on it.
        case startingSession
        /// The session runs: messages go out.
        case connected
        /// The connection was lost, and an attempt to restore it is in progress.
        case reconnectingAttempting
        /// The connection was lost, and the next attempt begins when a timer fires.
        case reconnectingWaiting
        /// The connection is open, and no session is wanted.
        case suspendedIdle
        /// The connection was lost, no session is wanted, and an attempt to restore the connection is in progress.
        case suspendedReconnectingAttempting
        /// The connection was lost, no session is wanted, and the next attempt begins when a timer fires.
        case suspendedReconnectingWaiting
        /// The connection is being closed.
        case disconnecting

        /// True if the connection was lost and the socket reconnects, suspended or not.
        public var isReconnecting: Bool {
            isWaiting || self == .reconnectingAttempting || self == .suspendedReconnectingAttempting
        }

        /// True if an attempt is in progress: the first attempt, or an attempt to restore the connection.
        package var isAttempting: Bool {
            self == .connecting || self == .reconnectingAttempting || self == .suspendedReconnectingAttempting
        }

        /// True if the latest attempt has failed, and the next one begins when a timer fires.
        package var isWaiting: Bool { self == .reconnectingWaiting || self == .suspendedReconnectingWaiting }

        /// True if a connection is wanted, but currently no session.
        package var isSuspended: Bool {
            self == .suspendedIdle || self == .suspendedReconnectingAttempting || self == .suspendedReconnectingWaiting
        }
    }

    /// The phase of the socket's ``/StatePattern/Context/state``.
    package var phase: Phase { state.phase }
}

extension Socket.Phase: CustomStringConvertible {
    /// The path of the state: `Reconnecting/Waiting`.
    public var description: String {
        switch self {
        case .disconnected: "Disconnected"
        case .connecting: "Connecting"
        case .startingSession: "StartingSession"
        case .connected: "Connected"
        case .reconnectingAttempting: "Reconnecting/Attempting"
        case .reconnectingWaiting: "Reconnecting/Waiting"
        case .suspendedIdle: "Suspended/Idle"
        case .suspendedReconnectingAttempting: "Suspended/Reconnecting/Attempting"
        case .suspendedReconnectingWaiting: "Suspended/Reconnecting/Waiting"
        case .disconnecting: "Disconnecting"
        }
    }
}
