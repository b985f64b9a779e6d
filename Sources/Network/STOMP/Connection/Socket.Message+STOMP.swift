import Sockets

extension Socket.Message {
    package static let heartBeat = Socket.Message(HeartBeat.bytes)

    /// Creates a text message from bytes in UTF-8, and a binary message from all other bytes.
    init(_ bytes: [UInt8]) { self = String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .binary(bytes) }

    package var bytes: [UInt8] {
        switch self {
        case .text(let text): Array(text.utf8)
        case .binary(let bytes): bytes
        }
    }
}

extension SocketError {
    /// The error's text, if the transport could not read the server's data and broke the connection; otherwise `nil`.
    var unreadableInput: String? {
        switch self {
        case .transport(.messageTooLarge), .transport(.violation): description
        default: nil
        }
    }
}

extension Frame {
    /// The encoded frame as a WebSocket message: a text message if the bytes are UTF-8, otherwise a binary message.
    package func message() throws(FrameError) -> Socket.Message { Socket.Message(try encoded()) }
}
