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

    /// Stops a program that would send a code which no close frame may carry.
    func checkMayBeSent() {
        guard mayBeSent || self == .noStatus else {
            fatalError("A close frame has a code of 1000 to 1003, 1007 to 1014 or 3000 to 4999, or none.")
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
