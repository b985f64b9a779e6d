import Sockets

extension FrameEncoder {
    /// The frames of a message, in order; there is at least one.
    package struct Fragments: Sequence, IteratorProtocol, Sendable {
        private let message: Socket.Message
        private let encoder: FrameEncoder
        private let size: Int
        /// The number of payload bytes that are encoded so far; `nil` before the first frame.
        private var encoded: Int?

        init(of message: Socket.Message, encoder: FrameEncoder) {
            self.message = message
            self.encoder = encoder
            size = message.byteCount
        }

        var isAtEnd: Bool { encoded == size }

        package mutating func next() -> [UInt8]? {
            guard !isAtEnd else { return nil }
            let (start, isFirst) = (encoded ?? 0, encoded == nil)
            let end = start + Swift.min(FrameEncoder.fragmentSize, size - start)
            encoded = end
            return message.withPayload { opcode, payload in
                encoder.frame(
                    isFirst ? opcode : .continuation, isFinal: end == size,
                    payload: UnsafeRawBufferPointer(rebasing: payload[start..<end]))
            }
        }
    }
}
