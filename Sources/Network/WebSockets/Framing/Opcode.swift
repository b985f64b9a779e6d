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

    /// True if the frame is about the connection, and no part of a message; such a frame is short and in one piece.
    var isControl: Bool { rawValue >= 0x8 }
}
