extension Socket {
    /// A message that goes over a connection.
    public enum Message: Hashable, Sendable {
        case text(String)
        case binary([UInt8])
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
