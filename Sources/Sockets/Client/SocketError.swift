/// Why a client has no connection, or cannot do what it was asked.
public enum SocketError: Error, Hashable, Sendable {
    /// The connection could not be opened, or broke.
    case transport(TransportError)
    /// The peer answered the handshake with something other than a connection.
    case refused(status: Int, headers: [HeaderField])
    /// The peer closed the connection.
    case closed(code: CloseCode, reason: String)
    /// The connection did not stand in time, or the session did not.
    case timedOut
    /// The peer gave no sign of life.
    case peerSilent
    /// The peer does not accept who the client is: what it says.
    case unauthenticated(String)
    /// The request for a connection could not be made: what was thrown.
    case noRequest(String)
    /// The session could not be started: what was thrown.
    case noSession(String)
    /// There is no connection that this could be done on, and none is wanted.
    case notConnected
    /// The client was disconnected before it could be done.
    case disconnected
    /// So many messages wait to go out already.
    case queueIsFull(limit: Int)
}

/// The peer does not accept who the client is.
///
/// Thrown by those who ask for a connection or start a session. The client then disconnects, and does not try again by
/// itself.
public struct AuthenticationError: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) { self.description = description }
}

extension SocketError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .transport(let error): error.description
        case .refused(let status, _): "refused with status \(status)"
        case .closed(let code, let reason): "closed by the peer with code \(code)\(reason.isEmpty ? "" : ": \(reason)")"
        case .timedOut: "not connected in time"
        case .peerSilent: "no sign of life"
        case .unauthenticated(let problem): "not accepted: \(problem)"
        case .noRequest(let problem): "no request for a connection: \(problem)"
        case .noSession(let problem): "no session: \(problem)"
        case .notConnected: "not connected"
        case .disconnected: "disconnected before that"
        case .queueIsFull(let limit): "\(limit) messages wait already"
        }
    }
}
