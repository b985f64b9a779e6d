import Sockets

/// An encoder of the frames that one side of a connection sends.
///
/// Source: RFC 6455, sections 5.2 to 5.6.
package struct FrameEncoder: Sendable {
    /// The greatest number of bytes of a fragment's payload.
    package static let fragmentSize = 1 << 16

    private let role: Role
    private let makeMaskingKey: @Sendable () -> MaskingKey

    package init(role: Role) { self.init(role: role, makeMaskingKey: MaskingKey.random) }

    /// Creates an encoder with predictable masking keys, for tests.
    init(role: Role, makeMaskingKey: @escaping @Sendable () -> MaskingKey) {
        self.role = role
        self.makeMaskingKey = makeMaskingKey
    }

    /// Returns the bytes of one frame, masked with a new key if the sender is a client.
    ///
    /// The payload is copied once. The payload of a control frame has at most 125 bytes.
    package func frame(_ opcode: Opcode, isFinal: Bool = true, payload: UnsafeRawBufferPointer) -> [UInt8] {
        guard !opcode.isControl || isFinal && payload.count <= FrameHeader.maximumControlPayload else {
            fatalError("A control frame is in one piece, and has a payload of at most 125 bytes.")
        }
        let mask = role == .client ? makeMaskingKey() : nil
        let header = FrameHeader(isFinal: isFinal, opcode: opcode, mask: mask, payloadLength: payload.count).bytes
        let size = header.count + payload.count
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, initializedCount in
            let frame = UnsafeMutableRawBufferPointer(buffer)
            frame.copyBytes(from: header)
            let masked = UnsafeMutableRawBufferPointer(rebasing: frame[header.count..<size])
            masked.copyMemory(from: payload)
            mask?.apply(to: masked)
            initializedCount = size
        }
    }

    package func frame(_ opcode: Opcode, isFinal: Bool = true, payload: [UInt8] = []) -> [UInt8] {
        payload.withUnsafeBytes { frame(opcode, isFinal: isFinal, payload: $0) }
    }

    /// Returns the bytes of a whole message in one frame.
    package func message(_ message: Socket.Message) -> [UInt8] {
        message.withPayload { frame($0, payload: $1) }
    }

    /// A message as a sequence of frames of ``fragmentSize``; control frames may be sent between them.
    ///
    /// Each frame is encoded when it is requested, and copies its part of the message once.
    package func fragments(of message: Socket.Message) -> Fragments { Fragments(of: message, encoder: self) }

    /// Returns the bytes of a close frame. The code may be ``CloseCode/noStatus`` for no code.
    ///
    /// A reason of more than 123 bytes is cut at the end of a character.
    package func close(_ code: CloseCode, reason: String = "") -> [UInt8] {
        code.checkMayBeSent()
        guard code != .noStatus else { return frame(.close) }
        var payload = withUnsafeBytes(of: code.rawValue.bigEndian, Array.init)
        payload.append(contentsOf: CloseCode.fitting(reason: reason))
        return frame(.close, payload: payload)
    }
}

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

extension Socket.Message {
    func withPayload<Result>(_ body: (Opcode, UnsafeRawBufferPointer) -> Result) -> Result {
        switch self {
        case .binary(let bytes): return bytes.withUnsafeBytes { body(.binary, $0) }
        case .text(var text): return text.withUTF8 { body(.text, UnsafeRawBufferPointer($0)) }
        }
    }
}
