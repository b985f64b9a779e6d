import Sockets

extension CloseCode {
    /// Whether a close frame may carry this code.
    ///
    /// Source: RFC 6455, section 7.4, and the registry of WebSocket close codes at IANA.
    var mayBeSent: Bool {
        switch rawValue {
        case 1000...1003, 1007...1014, 3000...4999: true
        default: false
        }
    }

    /// As many whole characters of a reason as have room beside a code in a control frame.
    static func fitting(reason: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in reason {
            guard bytes.count + character.utf8.count <= FrameHeader.maximumControlPayload - 2 else { break }
            bytes.append(contentsOf: character.utf8)
        }
        return bytes
    }
}
