/// Why a transport could not open a connection, or lost it.
public enum TransportError: Error, Hashable, Sendable {
    /// The request cannot be carried out, whoever is asked: what is wrong with it.
    case invalidRequest(String)
    /// The connection was not open in time.
    case timedOut
    /// The host is unknown, or nobody answers there: what the system says.
    case unreachable(String)
    /// The connection cannot be encrypted, or the peer is not who it should be: what is wrong.
    case untrusted(String)
    /// The peer does not keep to the protocol: how.
    case violation(String)
    /// The peer's message has more bytes than are accepted.
    case messageTooLarge(limit: Int)
    /// The connection was open, and broke: what the system says.
    case connectionLost(String)
    /// The transport was told to let go.
    case aborted
}

extension TransportError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .invalidRequest(let problem): "invalid request: \(problem)"
        case .timedOut: "the connection was not open in time"
        case .unreachable(let problem): "unreachable: \(problem)"
        case .untrusted(let problem): "not to be trusted: \(problem)"
        case .violation(let problem): "the peer does not keep to the protocol: \(problem)"
        case .messageTooLarge(let limit): "the peer's message has more than \(limit) bytes"
        case .connectionLost(let problem): "connection lost: \(problem)"
        case .aborted: "given up"
        }
    }
}
