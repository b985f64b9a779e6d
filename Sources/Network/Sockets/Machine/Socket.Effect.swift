extension Socket {
    /// An order to the owner of a socket.
    ///
    /// The owner takes the effects after each request, with ``Socket/takeEffects()``, and carries them out in order.
    /// The socket waits for their results without a limit. So the owner sets deadlines: if the peer is silent while a
    /// connection is opened or closed, or a session started, the owner reports ``Socket/connectionFailed(attempt:)``.
    public enum Effect: Hashable, Sendable {
        /// Open a connection, which replaces any older one, no sooner than a ``Backoff`` allows.
        ///
        /// Leads to ``Socket/connected(attempt:)``, ``Socket/connectionFailed(attempt:)`` or
        /// ``Socket/authFailed(attempt:)``. A connection that is lost later, or closed by the peer, has failed as well.
        case open(attempt: Int)
        /// Call ``Socket/reconnectTimerFired(attempt:)`` once, when it is time for the attempt with this number.
        case startTimer(attempt: Int)
        /// Cancel the timer; it may have fired already.
        case cancelTimer
        /// Start a session on the connection, which leads to ``Socket/startedSession(session:)``.
        case startSession(number: Int)
        /// End the session, or its start, and keep the connection.
        case endSession
        /// Close the connection or end the attempt, which leads to ``Socket/disconnected(attempt:)``; at once if
        /// nothing is open.
        case close
        /// Drop the connection, if any, without a closing handshake.
        case drop
        /// Send a message in the session, or else in the next session.
        ///
        /// If the connection is lost before the message is begun, send it on the next one, before later messages.
        case send(Message)
    }
}
