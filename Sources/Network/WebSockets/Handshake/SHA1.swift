/// The hash that proves that a server has read the handshake; it has no other security purpose.
///
/// Source: FIPS 180-4, sections 5.1.1 and 6.1.
enum SHA1 {
    static func digest(of message: [UInt8]) -> [UInt8] {
        var hash: [UInt32] = [0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0]
        let padded = padded(message)
        for block in stride(from: 0, to: padded.count, by: 64) {
            add(padded[block..<block + 64], to: &hash)
        }
        return hash.flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
    }

    /// The message, a one bit, zero bits up to a whole block, and the number of the message's bits.
    private static func padded(_ message: [UInt8]) -> [UInt8] {
        var padded = message + [0x80]
        while padded.count % 64 != 56 { padded.append(0) }
        padded.append(contentsOf: withUnsafeBytes(of: UInt64(message.count * 8).bigEndian, Array.init))
        return padded
    }

    private static func add(_ block: ArraySlice<UInt8>, to hash: inout [UInt32]) {
        var schedule = stride(from: block.startIndex, to: block.endIndex, by: 4).map { start in
            block[start..<start + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        for index in 16..<80 {
            let next = schedule[index - 3] ^ schedule[index - 8] ^ schedule[index - 14] ^ schedule[index - 16]
            schedule.append(rotate(next, by: 1))
        }
        var (a, b, c, d, e) = (hash[0], hash[1], hash[2], hash[3], hash[4])
        for (index, word) in schedule.enumerated() {
            let (mix, constant): (UInt32, UInt32) =
                switch index {
                case 0..<20: (b & c | ~b & d, 0x5A82_7999)
                case 20..<40: (b ^ c ^ d, 0x6ED9_EBA1)
                case 40..<60: (b & c | b & d | c & d, 0x8F1B_BCDC)
                default: (b ^ c ^ d, 0xCA62_C1D6)
                }
            let next = rotate(a, by: 5) &+ mix &+ e &+ constant &+ word
            (a, b, c, d, e) = (next, a, rotate(b, by: 30), c, d)
        }
        for (index, word) in [a, b, c, d, e].enumerated() { hash[index] &+= word }
    }

    private static func rotate(_ word: UInt32, by count: UInt32) -> UInt32 { word << count | word >> (32 - count) }
}
