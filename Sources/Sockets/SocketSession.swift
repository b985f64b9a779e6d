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

/// A connection, in the hands of who starts or ends a session on it.
public final class SessionConnection: Sendable {
    private let transport: any Transport
    private let mailbox: Mailbox

    init(_ transport: any Transport, _ mailbox: Mailbox) {
        self.transport = transport
        self.mailbox = mailbox
    }

    /// Sends a message, and waits until it has been handed to the operating system.
    public func send(_ message: Socket.Message) async throws {
        let sent = Promise<Void>()
        transport.send(message) { error in
            sent.keep(error.map { .failure(SocketError.transport($0)) } ?? .success(()))
        }
        try await sent.value
    }

    /// Waits for the next message of the peer.
    ///
    /// - Throws: ``SocketError/notConnected`` when the connection, or the session, is over.
    public func receive() async throws -> Socket.Message {
        guard let message = await mailbox.take() else { throw SocketError.notConnected }
        return message
    }
}
