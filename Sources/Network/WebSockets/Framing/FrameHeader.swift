import Sockets

/// The header of a frame.
///
/// Source: RFC 6455, section 5.2.
struct FrameHeader: Hashable {
    static let maximumSize = 14
    /// The greatest number of bytes of the payload of a control frame.
    static let maximumControlPayload = 125

    let isFinal: Bool
    let opcode: Opcode
    let mask: MaskingKey?
    let payloadLength: Int

    /// The size of a header that begins with these bytes; with fewer than two bytes, the size to read first.
    static func size(beginningWith bytes: [UInt8]) -> Int {
        guard bytes.count >= 2 else { return 2 }
        let length =
            switch bytes[1] & 0x7F {
            case 126: 2
            case 127: 8
            default: 0
            }
        return 2 + length + (bytes[1] & 0x80 == 0 ? 0 : 4)
    }

    /// Checks the first two bytes of a header for the side that receives it. Throws a violation if they are invalid.
    static func check(_ bytes: [UInt8], for role: Role) throws(ProtocolViolation) {
        guard bytes[0] & 0x70 == 0 else { throw .framing("a reserved bit is set") }
        guard let opcode = Opcode(rawValue: bytes[0] & 0x0F) else {
            throw .framing("the unknown opcode \(bytes[0] & 0x0F)")
        }
        switch (role, bytes[1] & 0x80 != 0) {
        case (.client, true): throw .framing("a server's frame is masked")
        case (.server, false): throw .framing("a client's frame is not masked")
        default: break
        }
        guard opcode.isControl else { return }
        guard bytes[0] & 0x80 != 0 else { throw .framing("a control frame is fragmented") }
        guard bytes[1] & 0x7F <= maximumControlPayload else { throw .framing("a control frame is too long") }
    }

    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(FrameHeader.maximumSize)
        bytes.append(opcode.rawValue | (isFinal ? 0x80 : 0))
        let maskBit: UInt8 = mask == nil ? 0 : 0x80
        switch payloadLength {
        case ..<126:
            bytes.append(maskBit | UInt8(payloadLength))
        case ..<(1 << 16):
            bytes.append(maskBit | 126)
            withUnsafeBytes(of: UInt16(payloadLength).bigEndian) { bytes.append(contentsOf: $0) }
        default:
            bytes.append(maskBit | 127)
            withUnsafeBytes(of: UInt64(payloadLength).bigEndian) { bytes.append(contentsOf: $0) }
        }
        if let mask { bytes.append(contentsOf: mask.bytes) }
        return bytes
    }
}

extension FrameHeader {
    /// Creates a header from all its bytes; check the first two before. Throws if the length is wrong.
    init(_ bytes: [UInt8]) throws(ProtocolViolation) {
        guard let opcode = Opcode(rawValue: bytes[0] & 0x0F) else { fatalError("A header is checked first.") }
        let isMasked = bytes[1] & 0x80 != 0
        let lengthBytes = bytes[2..<bytes.count - (isMasked ? 4 : 0)]
        let length = lengthBytes.isEmpty ? UInt64(bytes[1] & 0x7F) : lengthBytes.reduce(0) { $0 << 8 | UInt64($1) }
        guard let payloadLength = Int(exactly: length) else { throw .framing("the highest bit of a length is set") }
        let needed = length < 126 ? 0 : length < 1 << 16 ? 2 : 8
        guard lengthBytes.count == needed else { throw .framing("a length takes more bytes than it needs") }
        let key = isMasked ? bytes.suffix(4).withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) } : nil
        self.init(
            isFinal: bytes[0] & 0x80 != 0, opcode: opcode, mask: key.map(MaskingKey.init), payloadLength: payloadLength)
    }
}

/// The kind of a frame's payload.
///
/// Source: RFC 6455, section 5.2.
package enum Opcode: UInt8, Hashable, Sendable, CaseIterable {
    case continuation = 0x0
    case text = 0x1
    case binary = 0x2
    case close = 0x8
    case ping = 0x9
    case pong = 0xA

    /// True if the frame controls the connection, and is no part of a message. It is short and unfragmented.
    var isControl: Bool { rawValue >= 0x8 }
}

/// A side of a connection: a client masks its payloads, a server does not.
///
/// Source: RFC 6455, section 5.1.
package enum Role: Hashable, Sendable {
    case client, server
}
