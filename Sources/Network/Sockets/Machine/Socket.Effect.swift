extension Socket {
    /// An order to the owner of a socket.
    ///
    /// The owner takes the effects after each request, with ``Socket/takeEffects()``, and carries them out in order. The
    /// socket waits for their results without a limit. So the owner sets the deadlines: a peer that keeps silent while a
    /// connection is opened, a session started or a connection closed is a ``Socket/connectionFailed(attempt:)``.
    public enum Effect: Hashable, Sendable {
        /// Open a connection, in place of any older one, and no sooner than a ``Backoff`` allows.
        ///
        /// Leads to ``Socket/connected(attempt:)``, ``Socket/connectionFailed(attempt:)`` or
        /// ``Socket/authFailed(attempt:)``. A connection that is lost later, or that the peer closes, has failed as well.
        case open(attempt: Int)
        /// Call ``Socket/reconnectTimerFired(attempt:)`` once, when it is time for the attempt with this number.
        case startTimer(attempt: Int)
        /// Cancel the timer; it may have fired already.
        case cancelTimer
        /// Start a session on the connection, which leads to ``Socket/startedSession(session:)``.
        case startSession(number: Int)
        /// End the session, or its start, and keep the connection.
        case endSession
        /// Close the connection or the attempt, which leads to ``Socket/disconnected(attempt:)``: at once, if nothing is
        /// open.
        case close
        /// Drop the connection, if any, without a closing handshake.
        case drop
        /// Send a message in the session, or else in the next one.
        ///
        /// A message that is not begun when a connection is lost goes out on the next one, before those of later effects.
        case send(Message)
    }
}
