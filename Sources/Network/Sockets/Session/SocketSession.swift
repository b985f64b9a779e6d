/// A session on a connection, such as a log-in that must come before everything else.
///
/// A client without one may send as soon as it is connected.
public protocol SocketSession: Sendable {
    /// Starts a session on a connection that was just opened, or was kept while the client was suspended.
    ///
    /// While this runs, it receives what the peer sends. Messages that it has not received when it returns go to the
    /// consumers of the client's messages.
    ///
    /// - Parameters:
    ///   - connection: The connection.
    ///   - subprotocol: The subprotocol that the peer chose among those it was offered.
    /// - Throws: ``AuthenticationError`` when the peer does not accept the client, which then disconnects; any other error
    ///   makes the attempt fail, and another one follow.
    func start(on connection: SessionConnection, subprotocol: String?) async throws

    /// Ends the session on a connection that is kept, because the client is suspended; does nothing by default.
    func end(on connection: SessionConnection) async
}

extension SocketSession {
    public func end(on connection: SessionConnection) async {}
}
