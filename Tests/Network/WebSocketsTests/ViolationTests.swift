import Sockets
import Testing

@testable import WebSockets

/// The violations of a peer, by section of RFC 6455.
@Suite struct ViolationTests {
    struct Case: CustomStringConvertible, Sendable {
        let section: String
        let what: String
        let bytes: [UInt8]
        var role = Role.client
        var code = CloseCode.protocolError

        var description: String { "\(section): \(what)" }
    }

    static let cases =
        (1...7).map { bits in
            Case(section: "5.2", what: "reserved bits \(bits)", bytes: [0x81 | UInt8(bits) << 4, 0])
        }
        + [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map { opcode in
            Case(section: "5.2", what: "opcode \(opcode)", bytes: [0x80 | opcode, 0])
        }
        + [
            Case(section: "5.1", what: "a masked frame of a server", bytes: FrameTests.maskedHello),
            Case(section: "5.1", what: "an open frame of a client", bytes: FrameTests.hello, role: .server),
            Case(section: "5.2", what: "two bytes for a length of 125", bytes: [0x82, 126, 0, 125]),
            Case(
                section: "5.2", what: "eight bytes for a length of 65535",
                bytes: [0x82, 127, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]),
            Case(section: "5.2", what: "a negative length", bytes: [0x82, 127, 0x80, 0, 0, 0, 0, 0, 0, 0]),
            Case(section: "5.4", what: "a continuation of nothing", bytes: [0x80, 0]),
            Case(section: "5.4", what: "a continuation after the end", bytes: FrameTests.hello + [0x80, 0]),
            Case(section: "5.4", what: "a text within a text", bytes: [0x01, 0, 0x81, 0]),
            Case(section: "5.4", what: "binary within a text", bytes: [0x01, 0, 0x02, 0]),
            Case(section: "5.5", what: "a ping in fragments", bytes: [0x09, 0]),
            Case(section: "5.5", what: "a pong in fragments", bytes: [0x0A, 0]),
            Case(section: "5.5", what: "a close frame in fragments", bytes: [0x08, 0]),
            Case(section: "5.5", what: "a ping of 126 bytes", bytes: [0x89, 126, 0, 126]),
            Case(section: "5.5", what: "a close frame of 65536 bytes", bytes: [0x88, 127]),
            Case(section: "5.5.1", what: "half a code", bytes: [0x88, 1, 3]),
            Case(
                section: "5.5.1", what: "a reason that is not UTF-8", bytes: [0x88, 3, 3, 0xE8, 0xFF],
                code: .invalidPayload),
            Case(
                section: "5.5.1", what: "a reason that ends early", bytes: [0x88, 3, 3, 0xE8, 0xC3],
                code: .invalidPayload),
            Case(section: "8.1", what: "a text that is not UTF-8", bytes: [0x81, 1, 0x80], code: .invalidPayload),
            Case(section: "8.1", what: "a text that ends early", bytes: [0x81, 1, 0xC3], code: .invalidPayload),
            Case(
                section: "8.1", what: "fragments that end early", bytes: [0x01, 1, 0xC3, 0x80, 0], code: .invalidPayload
            ),
        ]

    @Test(arguments: cases) func `What the RFC forbids is found`(violation: Case) {
        #expect(Decoded(violation.bytes, as: violation.role).violation?.code == violation.code)
        let apart = Decoded(violation.bytes.pieces(of: 1), as: violation.role)
        #expect(apart == Decoded(violation.bytes, as: violation.role))
    }

    @Test(arguments: [0...999, 1004...1006, 1015...2999, 5000...65535])
    func `A close code that must not be sent is found`(codes: ClosedRange<Int>) {
        for code in [codes.lowerBound, (codes.lowerBound + codes.upperBound) / 2, codes.upperBound] {
            #expect(Decoded([0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)]).violation?.code == .protocolError)
        }
    }

    @Test(arguments: [1000...1003, 1007...1014, 3000...4999])
    func `A close code that may be sent is reported`(codes: ClosedRange<Int>) {
        for code in [codes.lowerBound, (codes.lowerBound + codes.upperBound) / 2, codes.upperBound] {
            let decoded = Decoded([0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)])
            #expect(decoded.events == [.close(CloseCode(rawValue: UInt16(code)), reason: "")])
        }
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
}
