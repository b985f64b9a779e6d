extension Socket {
    /// An order to the owner of a socket, who carries it out after the request.
    ///
    /// The socket waits for the results without a limit. So the owner sets deadlines: if the peer is silent while a
    /// connection is opened or closed, or a session started, the owner reports ``Socket/connectionFailed(attempt:)``.
    package enum Effect: Hashable, Sendable {
        /// Open a connection as soon as a ``Backoff`` allows. It replaces any older connection.
        ///
        /// Leads to ``Socket/connected(attempt:)``, ``Socket/connectionFailed(attempt:)``, also if the connection is
        /// lost later, or ``Socket/authFailed(attempt:)``.
        case open(attempt: Int)
        /// Call ``Socket/reconnectTimerFired(attempt:)`` once, when it is time for the attempt with this number.
        case startTimer(attempt: Int)
        /// Cancel the timer; it may have fired already.
        case cancelTimer
        /// Start a session on the connection. This leads to ``Socket/startedSession(session:)``.
        case startSession(number: Int)
        /// End the session, or cancel its start, and keep the connection.
        case endSession
        /// Close the connection or end the attempt, at once if nothing is open. This leads to
        /// ``Socket/disconnected(attempt:)``.
        case close
        /// Drop the connection, if any, without a closing handshake.
        case drop
        /// Send a message in the current session, or if there is none, in the next session.
        ///
        /// If the connection is lost before the message is begun, send it on the next connection, before later
        /// messages.
        case send(Message)
    }
}
