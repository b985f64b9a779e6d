import Sockets

extension Socket.Message {
    /// A heart-beat.
    package static let heartBeat = Socket.Message(HeartBeat.bytes)

    /// Bytes as a message of a WebSocket: text, where they are that.
    init(_ bytes: [UInt8]) { self = String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .binary(bytes) }

    /// What the message is made of.
    package var bytes: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .binary(let bytes): bytes
        }
    }
}

extension Frame {
    /// The frame as a message of a WebSocket: text, where it is that.
    package func message() throws(FrameError) -> Socket.Message { Socket.Message(try encoded()) }
}
