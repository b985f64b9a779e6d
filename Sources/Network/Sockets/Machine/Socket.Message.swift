extension Socket {
    /// A message that goes over a connection.
    public enum Message: Codable, Hashable, Sendable {
        case text(String)
        case binary([UInt8])
    }
}

extension Socket.Message {
    /// The number of bytes; for a text, the number of its bytes in UTF-8.
    package var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .binary(let bytes): bytes.count
        }
    }
}

extension Socket.Message: CustomStringConvertible {
    public var description: String {
        switch self {
        case .text(let text): "“\(text)”"
        case .binary(let bytes): "\(bytes.count) bytes"
        }
    }
}
