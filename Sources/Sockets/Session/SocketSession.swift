/// What runs on a connection, such as a log-in that has to come before everything else.
///
/// A client without one may send as soon as its connection stands.
public protocol SocketSession: Sendable {
    /// Starts a session on a connection that was just opened, or was kept while the client was suspended.
    ///
    /// Whatever the peer sends meanwhile is for this method; what it has not received when it returns goes to the client's
    /// messages.
    ///
    /// - Parameters:
    ///   - connection: What the session is to run on.
    ///   - subprotocol: What the peer chose of the subprotocols it was offered.
    /// - Throws: ``AuthenticationError`` when the peer does not accept the client, which then disconnects; any other error
    ///   makes the attempt fail, and another one follow.
    func start(on connection: SessionConnection, subprotocol: String?) async throws

    /// Ends the session on a connection that is kept, because the client is suspended; does nothing by default.
    func end(on connection: SessionConnection) async
}

extension SocketSession {
    public func end(on connection: SessionConnection) async {}
}
