/// The four bytes with which a client masks a payload, so that a web page cannot choose the bytes on the wire.
///
/// Source: RFC 6455, section 5.3.
package struct MaskingKey: Hashable, Sendable {
    /// The bytes of the key, in the order in which they lie in memory.
    private let key: UInt32

    /// Creates a key from its bytes; the first byte is at the lowest address.
    package init(bytes key: UInt32) { self.key = key }

    package static func random() -> MaskingKey {
        var generator = SystemRandomNumberGenerator()
        return MaskingKey(bytes: generator.next())
    }

    var bytes: [UInt8] { withUnsafeBytes(of: key, Array.init) }

    /// Masks or unmasks, in place, the part of a payload that begins at an offset.
    package func apply(to payload: UnsafeMutableRawBufferPointer, offset: Int = 0) {
        typealias Block = SIMD8<UInt32>
        // The key is rotated, so that the byte for the offset comes first.
        let turn = UInt32(offset % 4) * 8
        let littleEndian = key.littleEndian
        let turned = UInt32(littleEndian: littleEndian >> turn | littleEndian << ((32 - turn) % 32))
        let block = Block(repeating: turned)

        var index = 0
        while payload.count - index >= MemoryLayout<Block>.size {
            let masked = payload.loadUnaligned(fromByteOffset: index, as: Block.self) ^ block
            payload.storeBytes(of: masked, toByteOffset: index, as: Block.self)
            index += MemoryLayout<Block>.size
        }
        withUnsafeBytes(of: turned) { bytes in
            while index < payload.count {
                payload[index] ^= bytes[index % 4]
                index += 1
            }
        }
    }
}
