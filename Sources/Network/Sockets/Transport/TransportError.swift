/// The reason why a transport could not open a connection, or lost it.
public enum TransportError: Error, Hashable, Sendable {
    /// No connection of this system can carry out the request; with the problem.
    case invalidRequest(String)
    /// The connection was not open in time.
    case timedOut
    /// The host is unknown, refuses or closes before the connection is open, or resources are short; with the reason.
    case unreachable(String)
    /// The connection cannot be encrypted, or a side does not trust the other side's certificate; with the problem.
    case untrusted(String)
    /// The peer has violated the protocol; with the violation.
    case violation(String)
    /// The peer's message has more bytes than are accepted.
    case messageTooLarge(limit: Int)
    /// The connection was open, and broke; with the system's reason.
    case connectionLost(String)
    /// The transport was aborted.
    case aborted
}

extension TransportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invalidRequest(let problem): "invalid request: \(problem)"
        case .timedOut: "the connection was not open in time"
        case .unreachable(let problem): "unreachable: \(problem)"
        case .untrusted(let problem): "not trusted: \(problem)"
        case .violation(let problem): "protocol violation: \(problem)"
        case .messageTooLarge(let limit): "the peer's message has more than \(limit) bytes"
        case .connectionLost(let problem): "connection lost: \(problem)"
        case .aborted: "aborted"
        }
    }
}
