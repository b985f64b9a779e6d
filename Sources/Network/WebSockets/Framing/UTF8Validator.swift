/// A validator of UTF-8 that arrives in pieces. It finds an error as soon as no further bytes can correct it.
///
/// Source: the table of well-formed byte sequences in the Unicode Standard, section 3.9; RFC 3629.
struct UTF8Validator {
    /// The number of bytes that the current character still needs.
    private var missing = 0
    /// The allowed values of the next byte. Only a second byte may have a smaller range than the others.
    private var allowed: ClosedRange<UInt8> = 0x80...0xBF

    var isComplete: Bool { missing == 0 }

    /// Returns true if the bytes of all calls so far can be the beginning of a text.
    mutating func accepts(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index < bytes.count {
            if missing == 0 {
                guard bytes[index] >= 0x80 else {
                    index = UTF8Validator.endOfASCII(in: bytes, from: index)
                    continue
                }
                guard begin(with: bytes[index]) else { return false }
            } else {
                guard allowed.contains(bytes[index]) else { return false }
                allowed = 0x80...0xBF
                missing -= 1
            }
            index += 1
        }
        return true
    }

    private mutating func begin(with byte: UInt8) -> Bool {
        switch byte {
        case 0xC2...0xDF: (missing, allowed) = (1, 0x80...0xBF)
        case 0xE0: (missing, allowed) = (2, 0xA0...0xBF)
        case 0xED: (missing, allowed) = (2, 0x80...0x9F)
        case 0xE1...0xEF: (missing, allowed) = (2, 0x80...0xBF)
        case 0xF0: (missing, allowed) = (3, 0x90...0xBF)
        case 0xF1...0xF3: (missing, allowed) = (3, 0x80...0xBF)
        case 0xF4: (missing, allowed) = (3, 0x80...0x8F)
        default: return false
        }
        return true
    }

    private static func endOfASCII(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
        typealias Block = SIMD4<UInt64>
        let highBits = Block(repeating: 0x8080_8080_8080_8080)
        var index = start
        while bytes.count - index >= MemoryLayout<Block>.size,
            bytes.loadUnaligned(fromByteOffset: index, as: Block.self) & highBits == .zero
        {
            index += MemoryLayout<Block>.size
        }
        while index < bytes.count, bytes[index] < 0x80 { index += 1 }
        return index
    }
}
