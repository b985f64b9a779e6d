extension SessionSlot {
    /// An order to the owner of a slot.
    enum Effect: Hashable, Sendable {
        /// Start a session. This leads to ``SessionSlot/startEnded(session:_:)``.
        case startSession(Int)
        /// End a session. This leads to ``SessionSlot/endEnded(session:)``.
        case endSession(Int)
        /// Cancel the start or the end of the session, and drop the messages that the session has not received.
        case cancel
        /// Let the session receive only the messages that have come in so far.
        case finishMessages
        /// Pass the messages that the session has not received to the consumers, before any later message.
        case deliverMessages

        /// Tell the socket that a session has started.
        case sessionStarted(Int)
        /// Drop the connection, and tell the socket that the attempt or its connection has failed.
        case connectionFailed(SocketError)
        /// Tell the socket that the peer does not accept the client, or that no further attempt would help.
        case authFailed(SocketError)
        /// Ask the socket to disconnect: the connection has ended after its session had announced the end.
        case disconnect
        /// Drop the connection, and tell the socket that it is closed.
        case disconnected
    }
}
