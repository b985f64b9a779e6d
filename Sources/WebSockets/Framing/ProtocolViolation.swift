import Sockets

/// What a peer must not do, and did: the connection is of no use any more.
package struct ProtocolViolation: Error, Hashable, Sendable {
    /// What the peer is told when the connection is closed for this.
    package let code: CloseCode
    /// What the own side is told.
    package let error: TransportError

    /// A peer that does not keep to the framing.
    static func framing(_ problem: String) -> ProtocolViolation {
        ProtocolViolation(code: .protocolError, error: .violation(problem))
    }

    /// A text, or the reason of a close frame, that is no UTF-8.
    static let notUTF8 = ProtocolViolation(code: .invalidPayload, error: .violation("a text that is not UTF-8"))

    /// A message of more than `limit` bytes.
    static func tooLarge(limit: Int) -> ProtocolViolation {
        ProtocolViolation(code: .messageTooBig, error: .messageTooLarge(limit: limit))
    }
}
