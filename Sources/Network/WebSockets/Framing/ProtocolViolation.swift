import Sockets

/// A violation of the protocol by the peer, after which the connection is unusable.
package struct ProtocolViolation: Error, Hashable, Sendable {
    /// The code of the close frame that the peer gets.
    package let code: CloseCode
    /// The error that the own side gets.
    package let error: TransportError

    /// The peer sent a malformed frame. `problem` describes the fault; the close code is `protocolError`.
    static func framing(_ problem: String) -> ProtocolViolation {
        ProtocolViolation(code: .protocolError, error: .violation(problem))
    }

    /// The peer sent a text, or a reason in a close frame, that is not UTF-8.
    static let notUTF8 = ProtocolViolation(code: .invalidPayload, error: .violation("a text that is not UTF-8"))

    /// The peer sent a message of more than `limit` bytes.
    static func tooLarge(limit: Int) -> ProtocolViolation {
        ProtocolViolation(code: .messageTooBig, error: .messageTooLarge(limit: limit))
    }
}

extension CloseCode {
    /// The beginning of a reason: as many whole characters as fit into a close frame next to the code.
    static func fitting(reason: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in reason {
            guard bytes.count + character.utf8.count <= FrameHeader.maximumControlPayload - 2 else { break }
            bytes.append(contentsOf: character.utf8)
        }
        return bytes
    }
}
