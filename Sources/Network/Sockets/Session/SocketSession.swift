/// A session on a connection, such as a log-in that must come before everything else.
///
/// A client without a session may send as soon as it is connected.
public protocol SocketSession: Sendable {
    /// Starts a session on a connection that was just opened, or was kept while the client was suspended.
    ///
    /// While this method runs, it receives the peer's messages. Messages that it has not received when it returns go to
    /// the consumers of the client's messages.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - subprotocol: The subprotocol that the peer has chosen, if any.
    /// - Throws: ``AuthenticationError`` if the peer does not accept the client, which then disconnects. After any
    ///   other error, the attempt has failed, and the client tries again.
    func start(on connection: SessionConnection, subprotocol: String?) async throws

    /// Ends the session, but not the connection, because the client is suspended; does nothing by default.
    func end(on connection: SessionConnection) async
}

extension SocketSession {
    public func end(on connection: SessionConnection) async {}
}
