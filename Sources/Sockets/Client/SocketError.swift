/// The reason why a client has no connection, or cannot carry out a request.
public enum SocketError: Error, Hashable, Sendable {
    /// The connection could not be opened, or broke.
    case transport(TransportError)
    /// The peer answered the handshake with something other than a connection, and perhaps with a `Retry-After`.
    ///
    /// The status 401 counts as ``unauthenticated(_:)``. The status 403 may be that of a proxy, so the client tries again;
    /// an app whose server means the client with it disconnects.
    case refused(status: Int, headers: [HeaderField])
    /// The peer closed the connection.
    case closed(code: CloseCode, reason: String)
    /// The connection or the session was not established in time.
    case timedOut
    /// The peer sent nothing, not even an answer to a ping.
    case peerSilent
    /// The peer does not accept the client; with what it says about that.
    case unauthenticated(String)
    /// The request for a connection could not be made; with the error that was thrown.
    case noRequest(String)
    /// The session could not be started, or cannot continue on its connection; with the error.
    case noSession(String)
    /// There is no connection, and none is wanted.
    case notConnected
    /// The client was disconnected before the message was sent.
    case disconnected
    /// The greatest number of messages wait to go out already.
    case queueIsFull(limit: Int)
    /// The messages that wait to go out would have more bytes than are allowed.
    case queueIsTooLarge(byteLimit: Int)
}

/// The error that the peer does not accept the client.
///
/// Throw it where the request for a connection is made, or where a session is started. The client then disconnects, and
/// does not try again by itself.
public struct AuthenticationError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}

extension SocketError {
    /// True if the peer closed the connection because it restarts or is overloaded, which says nothing about the client.
    var isRefusalOfEveryone: Bool {
        if case .closed(.serviceRestart, _) = self { return true }
        if case .closed(.tryAgainLater, _) = self { return true }
        return false
    }
}

extension SocketError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .transport(let error): error.description
        case .refused(let status, _): "refused with status \(status)"
        case .closed(let code, let reason): "closed by the peer with code \(code)\(reason.isEmpty ? "" : ": \(reason)")"
        case .timedOut: "not connected in time"
        case .peerSilent: "the server does not answer"
        case .unauthenticated(let problem): "not accepted: \(problem)"
        case .noRequest(let problem): "the request for the connection failed: \(problem)"
        case .noSession(let problem): "the session failed: \(problem)"
        case .notConnected: "not connected"
        case .disconnected: "disconnected before it was sent"
        case .queueIsFull(let limit): "\(limit) messages already wait to be sent"
        case .queueIsTooLarge(let limit): "no more than \(limit) bytes may wait to be sent"
        }
    }
}
