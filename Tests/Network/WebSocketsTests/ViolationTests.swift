import Sockets
import Testing

@testable import WebSockets

/// The violations of a peer, by section of RFC 6455.
@Suite struct ViolationTests {
    typealias Case = (what: String, bytes: [UInt8])

    static let forbidden: [Case] = [
        ("5.1: a masked frame of a server", FrameTests.maskedHello),
        ("5.2: two bytes for a length of 125", [0x82, 126, 0, 125]),
        ("5.2: eight bytes for a length of 65535", [0x82, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]),
        ("5.2: a negative length", [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0]),
        ("5.4: a continuation of nothing", [0x80, 0]),
        ("5.4: a continuation after the end", FrameTests.hello + [0x80, 0]),
        ("5.4: a text within a text", [0x01, 0, 0x81, 0]),
        ("5.4: binary within a text", [0x01, 0, 0x02, 0]),
        ("5.5: a ping in fragments", [0x09, 0]),
        ("5.5: a close frame in fragments", [0x08, 0]),
        ("5.5: a ping of 126 bytes", [0x89, 126, 0, 126]),
        ("5.5: a close frame of 65536 bytes", [0x88, 127]),
        ("5.5.1: half a code", [0x88, 1, 3]),
    ]
    static let reserved: [Case] =
        (UInt8(1)...7).map { ("5.2: reserved bits \($0)", [0x81 | $0 << 4, 0]) }
        + (UInt8(3)...15).filter { !(8...10).contains($0) }.map { ("5.2: opcode \($0)", [0x80 | $0, 0]) }
    static let notUTF8: [Case] = [
        ("5.5.1: a reason that is not UTF-8", [0x88, 3, 3, 0xE8, 0xFF]),
        ("5.5.1: a reason that ends early", [0x88, 3, 3, 0xE8, 0xC3]),
        ("8.1: a text that is not UTF-8", [0x81, 1, 0x80]),
        ("8.1: a text that ends early", [0x81, 1, 0xC3]),
        ("8.1: fragments that end early", [0x01, 1, 0xC3, 0x80, 0]),
    ]

    @Test(
        arguments: (forbidden + reserved).map { ($0.what, $0.bytes, CloseCode.protocolError) }
            + notUTF8.map { ($0.what, $0.bytes, .invalidPayload) })
    func `What the RFC forbids is found, however it is cut`(what: String, bytes: [UInt8], code: CloseCode) {
        #expect(Decoded(bytes).violation?.code == code)
        #expect(Decoded(bytes.pieces(of: 1)) == Decoded(bytes))
    }

    @Test func `A frame of a client that is not masked is a violation, section 5.1`() {
        #expect(Decoded(FrameTests.hello, as: .server).violation?.code == .protocolError)
    }

    @Test(arguments: [0, 999, 1000, 1003, 1004, 1006, 1007, 1014, 1015, 2999, 3000, 4999, 5000, 65535])
    func `A close code is reported if it may be sent, and is a violation otherwise`(code: Int) {
        let mayBeSent = [1000...1003, 1007...1014, 3000...4999].contains { $0.contains(code) }
        let decoded = Decoded([0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)])
        #expect(decoded.events == (mayBeSent ? [.close(CloseCode(rawValue: UInt16(code)), reason: "")] : []))
        #expect(decoded.violation?.code == (mayBeSent ? nil : .protocolError))
    }

    @Test func `A message takes the memory of what has come, not of what its header says`() async {
        await #expect(processExitsWith: .success) {
            let header: [UInt8] = [0x82, 127, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
            #expect(Decoded(header + [1, 2, 3], messageSizeLimit: .max) == Decoded([UInt8]()))
        }
    }
}

@Suite struct UTF8ValidatorTests {
    private static func accepts(_ bytes: [UInt8], piecesOf size: Int) -> Bool {
        var check = UTF8Validator()
        return bytes.pieces(of: size).allSatisfy { piece in piece.withUnsafeBytes { check.accepts($0) } }
            && check.isComplete
    }

    /// The first and the last bytes of all ranges in the table of the Unicode Standard, and those beside them.
    private static let ends: [UInt8] = [
        0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0,
        0xF1,
        0xF3, 0xF4, 0xF5,
    ]

    @Test(arguments: ends)
    func `What the standard library accepts is accepted, however it is cut, and nothing else`(first: UInt8) {
        for second in Self.ends {
            let beginnings = [[first, second]] + Self.ends.map { [first, second, $0] }
            for bytes in beginnings + beginnings.map({ $0 + [0xBF] }) {
                let isText = String(validating: bytes, as: UTF8.self) != nil
                for size in [1, 2, 4] where Self.accepts(bytes, piecesOf: size) != isText {
                    Issue.record("\(bytes) in \(size)")
                }
            }
        }
    }

    @Test func `A wrong byte is found wherever it stands among ASCII`() {
        for position in 0..<70 {
            var bytes = [UInt8](repeating: 0x41, count: 70)
            bytes[position] = 0x80
            #expect(!Self.accepts(bytes, piecesOf: 70) && !Self.accepts(bytes, piecesOf: 7))
        }
        #expect(Self.accepts([UInt8](repeating: 0x41, count: 70), piecesOf: 70))
    }
}
