import Sockets

/// The reason why a session cannot carry out a request, or has not carried it out.
public enum StompError: Error, Hashable, Sendable {
    /// The session has ended.
    case ended
    /// There is no connection, or a message that is sent at most once has lost its connection.
    case notConnected
    /// Too many messages are unacknowledged, to the destination or in all. With `ofBytes`, they or the waiting answers
    /// would have too many bytes.
    case queueIsFull(limit: Int, ofBytes: Bool = false)
    /// The server has refused the message or subscription, with this text, which may be empty.
    case refused(String)
    /// The server has neither acknowledged nor refused the message or the subscription in time.
    case unacknowledged
    /// The frame cannot be encoded, or exceeds the limits; with the problem.
    case invalid(String)
    /// The messages of a subscription have made several connections unreadable; with the problem.
    case unreadable(String)
    /// The connection or the subscription of the message is gone. The server will deliver the message again.
    case outdated
}

extension StompError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .ended: "the session has ended"
        case .notConnected: "there is no connection for it"
        case .queueIsFull(let limit, ofBytes: false): "\(limit) messages are unacknowledged, which is the limit"
        case .queueIsFull(let limit, ofBytes: true): "no more than \(limit) bytes may wait for the server"
        case .refused(let message): message.isEmpty ? "refused by the server" : "refused by the server: \(message)"
        case .unacknowledged: "the server has not acknowledged it in time"
        case .invalid(let reason): reason
        case .unreadable(let reason): "the server's messages cannot be read: \(reason)"
        case .outdated: "the connection or the subscription of the message is gone"
        }
    }
}
