import Sockets

/// A decoder of the bytes that one side receives, which also checks that the peer keeps to the protocol.
///
/// It takes only the input for one event, so that the rest can wait. The bytes of a payload are copied directly into
/// their message. A text is checked while it arrives, and fails as soon as it cannot become valid UTF-8.
///
/// For a request with ``/Sockets/ConnectionRequest/isByteStream``, each part of a payload is a separate event, and
/// nothing is kept.
///
/// Source: RFC 6455, sections 5 to 8.
package struct MessageDecoder {
    /// A message or a control frame of the peer.
    package enum Event: Hashable, Sendable {
        case text(String)
        case binary([UInt8])
        case ping([UInt8])
        case pong([UInt8])
        /// The last event: the peer sends nothing more. The code of a close frame without a code is
        /// ``CloseCode/noStatus``.
        case close(CloseCode, reason: String)
    }

    /// The greatest number of bytes that are reserved for a message before they have come in.
    private static let memoryInAdvance = 1 << 20

    private let role: Role
    private let messageSizeLimit: Int
    private let isByteStream: Bool

    /// The bytes of an incomplete header.
    private var header: [UInt8] = []
    private var frame: FrameHeader?
    /// The number of bytes of the frame's payload that have not come in.
    private var missing = 0
    /// The kind of the current message; `nil` between messages.
    private var kind: Opcode?
    private var message: [UInt8] = []
    private var text = UTF8Validator()
    /// The payload of a control frame, which may come in the middle of a message.
    private var control: [UInt8] = []
    private var isClosed = false

    /// Creates a decoder for one side of a connection; `role` is the side that receives.
    ///
    /// `messageSizeLimit` limits a message with all its fragments. A byte stream has no limit.
    package init(role: Role, messageSizeLimit: Int, isByteStream: Bool = false) {
        MessageDecoder.check(messageSizeLimit: messageSizeLimit)
        self.role = role
        self.messageSizeLimit = messageSizeLimit
        self.isByteStream = isByteStream
        header.reserveCapacity(FrameHeader.maximumSize)
    }

    static func check(messageSizeLimit: Int) {
        guard messageSizeLimit >= 0 else { fatalError("The limit of a message's size is not negative.") }
    }

    /// Takes input until there is an event; returns `nil` if that needs more input.
    ///
    /// After a violation, do not use the decoder any more.
    package mutating func next(from input: inout UnsafeRawBufferPointer) throws(ProtocolViolation) -> Event? {
        while !isClosed {
            guard let frame = try currentFrame(from: &input) else { return nil }
            let part = try readPayload(of: frame, from: &input)
            guard missing == 0 else { return part }
            self.frame = nil
            if let event = frame.opcode.isControl ? try endControl(frame.opcode) : try endFragment(frame) ?? part {
                return event
            }
        }
        input = UnsafeRawBufferPointer(start: nil, count: 0)
        return nil
    }

    // MARK: Headers

    private mutating func currentFrame(from input: inout UnsafeRawBufferPointer) throws(ProtocolViolation)
        -> FrameHeader?
    {
        if let frame { return frame }
        while header.count < FrameHeader.size(beginningWith: header) {
            guard let byte = input.first else { return nil }
            input = UnsafeRawBufferPointer(rebasing: input.dropFirst())
            header.append(byte)
            if header.count == 2 { try FrameHeader.check(header, for: role) }
        }
        let frame = try FrameHeader(header)
        header.removeAll(keepingCapacity: true)
        try begin(frame)
        self.frame = frame
        missing = frame.payloadLength
        return frame
    }

    private mutating func begin(_ frame: FrameHeader) throws(ProtocolViolation) {
        switch frame.opcode {
        case .continuation:
            guard kind != nil else { throw .framing("a continuation of nothing") }
        case .text, .binary:
            guard kind == nil else { throw .framing("a message within another message") }
            kind = frame.opcode
        case .close, .ping, .pong:
            return
        }
        guard !isByteStream else { return }
        guard frame.payloadLength <= messageSizeLimit - message.count else { throw .tooLarge(limit: messageSizeLimit) }
        let size = message.count + frame.payloadLength
        // The memory is at least doubled; otherwise each of many small fragments would move the whole message. A large
        // message gets memory only as its bytes come in, because a header of ten bytes can claim any size.
        let memory = max(min(size, MessageDecoder.memoryInAdvance), 2 * message.count)
        if message.capacity < min(size, memory) { message.reserveCapacity(memory) }
    }

    // MARK: Payloads

    /// Reads the available part of a payload. Returns it as an event for a byte stream; otherwise `nil`.
    private mutating func readPayload(
        of frame: FrameHeader, from input: inout UnsafeRawBufferPointer
    ) throws(ProtocolViolation) -> Event? {
        let part = UnsafeRawBufferPointer(rebasing: input.prefix(missing))
        guard !part.isEmpty else { return nil }
        input = UnsafeRawBufferPointer(rebasing: input.dropFirst(part.count))
        let offset = frame.payloadLength - missing
        missing -= part.count

        if frame.opcode.isControl {
            MessageDecoder.append(part, to: &control, mask: frame.mask, offset: offset)
            return nil
        }
        if isByteStream {
            var bytes: [UInt8] = []
            MessageDecoder.append(part, to: &bytes, mask: frame.mask, offset: offset)
            return .binary(bytes)
        }
        let start = message.count
        MessageDecoder.append(part, to: &message, mask: frame.mask, offset: offset)
        guard kind == .text else { return nil }
        let isText = message.withUnsafeBytes { text.accepts(UnsafeRawBufferPointer(rebasing: $0[start...])) }
        guard isText else { throw .notUTF8 }
        return nil
    }

    private static func append(_ part: UnsafeRawBufferPointer, to bytes: inout [UInt8], mask: MaskingKey?, offset: Int)
    {
        let start = bytes.count
        bytes.append(contentsOf: part)
        guard let mask else { return }
        bytes.withUnsafeMutableBytes {
            mask.apply(to: UnsafeMutableRawBufferPointer(rebasing: $0[start...]), offset: offset)
        }
    }

    // MARK: Ends

    private mutating func endFragment(_ frame: FrameHeader) throws(ProtocolViolation) -> Event? {
        guard frame.isFinal else { return nil }
        guard text.isComplete else { throw .notUTF8 }
        defer {
            message = []
            kind = nil
        }
        guard !isByteStream else { return nil }
        return kind == .text ? .text(String(decoding: message, as: UTF8.self)) : .binary(message)
    }

    private mutating func endControl(_ opcode: Opcode) throws(ProtocolViolation) -> Event {
        let payload = control
        control = []
        switch opcode {
        case .ping: return .ping(payload)
        case .pong: return .pong(payload)
        default:
            isClosed = true
            return try MessageDecoder.close(payload)
        }
    }

    private static func close(_ payload: [UInt8]) throws(ProtocolViolation) -> Event {
        guard !payload.isEmpty else { return .close(.noStatus, reason: "") }
        guard payload.count >= 2 else { throw .framing("a close frame with half a code") }
        let code = CloseCode(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
        guard code.mayBeSent else { throw .framing("the close code \(code), which is not to be sent") }
        var check = UTF8Validator()
        let reason = payload.dropFirst(2)
        guard reason.withUnsafeBytes({ check.accepts($0) }), check.isComplete else { throw .notUTF8 }
        return .close(code, reason: String(decoding: reason, as: UTF8.self))
    }
}
