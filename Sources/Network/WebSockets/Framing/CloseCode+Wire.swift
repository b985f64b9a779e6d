import Sockets

extension CloseCode {
    /// The beginning of a reason: as many whole characters as have room beside a code in a control frame.
    static func fitting(reason: String) -> [UInt8] {
        var bytes: [UInt8] = []
        for character in reason {
            guard bytes.count + character.utf8.count <= FrameHeader.maximumControlPayload - 2 else { break }
            bytes.append(contentsOf: character.utf8)
        }
        return bytes
    }
}
