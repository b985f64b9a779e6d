import Sockets

/// A violation of the protocol by the peer, after which the connection is unusable.
package struct ProtocolViolation: Error, Hashable, Sendable {
    package let code: CloseCode
    package let error: TransportError

    static func framing(_ problem: String) -> ProtocolViolation {
        ProtocolViolation(code: .protocolError, error: .violation(problem))
    }

    static let notUTF8 = ProtocolViolation(code: .invalidPayload, error: .violation("a text that is not UTF-8"))

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
