import Testing

@testable import WebSockets

@Suite struct UTF8ValidatorTests {
    /// Returns true if bytes are UTF-8, seen in pieces of a size.
    private static func accepts(_ bytes: [UInt8], piecesOf size: Int) -> Bool {
        var check = UTF8Validator()
        return bytes.pieces(of: size).allSatisfy { piece in piece.withUnsafeBytes { check.accepts($0) } }
            && check.isComplete
    }

    @Test func `Every character is accepted, however it is cut`() {
        for value in stride(from: UInt32(0), through: 0x10FFFF, by: 7) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let bytes = Array(String(scalar).utf8)
            for size in 1...4 where !Self.accepts(bytes, piecesOf: size) { Issue.record("\(value) in \(size)") }
        }
    }

    @Test func `Of all beginnings of two and three bytes, those are accepted that the standard library accepts`() {
        for first in UInt8.min...UInt8.max {
            for second in UInt8.min...UInt8.max {
                // A third and a fourth byte that are as good as any make a character complete, if it can be.
                for bytes in [[first, second], [first, second, 0x80], [first, second, 0x80, 0xBF]] {
                    let isText = String(validating: bytes, as: UTF8.self) != nil
                    if Self.accepts(bytes, piecesOf: 1) != isText { Issue.record("\(bytes)") }
                    if Self.accepts(bytes, piecesOf: 4) != isText { Issue.record("\(bytes)") }
                }
            }
        }
    }

    @Test(arguments: 0..<70)
    func `A wrong byte is found wherever it stands among ASCII`(position: Int) {
        var bytes = [UInt8](repeating: 0x41, count: 70)
        #expect(Self.accepts(bytes, piecesOf: 70))
        bytes[position] = 0x80
        #expect(!Self.accepts(bytes, piecesOf: 70))
        #expect(!Self.accepts(bytes, piecesOf: 7))
    }

    @Test(arguments: [[0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98]] as [[UInt8]])
    func `The beginning of a character is accepted, but not complete`(bytes: [UInt8]) {
        var check = UTF8Validator()
        #expect(bytes.withUnsafeBytes { check.accepts($0) })
        #expect(!check.isComplete)
    }
}
