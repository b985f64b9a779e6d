import Sockets

/// Why a session cannot do what it was asked, or did not.
public enum StompError: Error, Hashable, Sendable {
    /// The session was ended before that.
    case ended
    /// There is no connection, and what was asked is of no use later.
    case notConnected
    /// So many messages wait to be acknowledged already.
    case queueIsFull(limit: Int)
    /// The server does not do it: what it says, or nothing.
    case refused(String)
    /// What was to be sent is no frame.
    case invalid(FrameError)
    /// The connection or the subscription to which the message belongs is gone; the server will deliver it again.
    case outdated
}

extension StompError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .ended: "the session has ended"
        case .notConnected: "there is no connection"
        case .queueIsFull(let limit): "\(limit) messages wait to be acknowledged already"
        case .refused(let message): message.isEmpty ? "refused by the server" : "refused by the server: \(message)"
        case .invalid(let error): "\(error)"
        case .outdated: "the connection that the message came in on is gone"
        }
    }
}
