import Sockets
import Testing

@testable import WebSockets

/// Frames, as RFC 6455, section 5, has them.
@Suite struct FrameTests {
    /// The examples of section 5.7.
    static let hello: [UInt8] = [0x81, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]
    static let maskedHello: [UInt8] = [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]

    static let mask = MaskingKey(bytes: UInt32(bigEndian: 0x37FA_213D))
    static let client = FrameEncoder(role: .client) { mask }
    static let server = FrameEncoder(role: .server)

    @Test func `The examples of the RFC are decoded`() {
        #expect(Decoded(Self.hello).events == [.text("Hello")])
        #expect(Decoded(Self.maskedHello, as: .server).events == [.text("Hello")])
        #expect(Decoded([0x01, 0x03, 0x48, 0x65, 0x6C, 0x80, 0x02, 0x6C, 0x6F]).events == [.text("Hello")])
        #expect(Decoded([0x89, 0x05, 0x48, 0x65, 0x6C, 0x6C, 0x6F]).events == [.ping(Array("Hello".utf8))])
        let pong: [UInt8] = [0x8A, 0x85] + Self.maskedHello[2...]
        #expect(Decoded(pong, as: .server).events == [.pong(Array("Hello".utf8))])
        let medium = [UInt8](repeating: 7, count: 256)
        #expect(Decoded([0x82, 0x7E, 0x01, 0x00] + medium).events == [.binary(medium)])
        let large = [UInt8](repeating: 8, count: 65536)
        #expect(Decoded([0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + large).events == [.binary(large)])
    }

    @Test func `The examples of the RFC are encoded`() {
        #expect(Self.server.message(.text("Hello")) == Self.hello)
        #expect(Self.client.message(.text("Hello")) == Self.maskedHello)
        #expect(Self.server.frame(.text, isFinal: false, payload: Array("Hel".utf8)) == [0x01, 0x03, 0x48, 0x65, 0x6C])
        #expect(Self.server.frame(.continuation, payload: Array("lo".utf8)) == [0x80, 0x02, 0x6C, 0x6F])
        #expect(Self.server.frame(.ping, payload: Array("Hello".utf8)) == [0x89, 0x05] + Array("Hello".utf8))
        #expect(Self.client.frame(.pong, payload: Array("Hello".utf8)) == [0x8A, 0x85] + Self.maskedHello[2...])
        let medium = [UInt8](repeating: 7, count: 256)
        #expect(Self.server.message(.binary(medium)) == [0x82, 0x7E, 0x01, 0x00] + medium)
        let large = [UInt8](repeating: 8, count: 65536)
        #expect(Self.server.message(.binary(large)) == [0x82, 0x7F, 0, 0, 0, 0, 0, 1, 0, 0] + large)
    }

    @Test(arguments: [0, 1, 125, 126, 127, 65535, 65536, 70001], [Role.client, .server])
    func `A message of any size arrives as it was sent`(size: Int, sender: Role) {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let text = String(repeating: "ö", count: size / 2)
        let encoder = FrameEncoder(role: sender)
        let frames = encoder.message(.binary(bytes)) + encoder.message(.text(text))
        let decoded = Decoded(frames, as: sender == .client ? .server : .client)
        #expect(decoded.events == [.binary(bytes), .text(text)])
        #expect(decoded.violation == nil)
    }

    @Test(arguments: [(0, 1), (65536, 1), (65537, 2), (131_072, 2), (200_001, 4)])
    func `A large message goes in several frames, of 64 KiB at most`(size: Int, count: Int) {
        let bytes = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let frames = Array(Self.client.fragments(of: .binary(bytes)))
        #expect(frames.count == count)
        // Control frames may come in between.
        let decoded = Decoded(frames.flatMap { Self.client.frame(.ping) + $0 }, as: .server)
        #expect(decoded.events == [MessageDecoder.Event](repeating: .ping([]), count: count) + [.binary(bytes)])
        // Characters may be cut between two frames.
        let text = "x" + String(repeating: "ö", count: size / 2)
        #expect(Decoded(Self.client.fragments(of: .text(text)).flatMap(\.self), as: .server).events == [.text(text)])
    }

    @Test func `A client takes a new mask for each frame`() {
        let encoder = FrameEncoder(role: .client)
        let masks = Set((0..<100).map { _ in Array(encoder.frame(.ping)[2...]) })
        #expect(masks.count > 90)
    }

    @Test(arguments: [
        (CloseCode.normal, "bye", [0x88, 0x05, 0x03, 0xE8] + Array("bye".utf8)),
        (.goingAway, "", [0x88, 0x02, 0x03, 0xE9]),
        (.noStatus, "never said", [0x88, 0x00]),
    ])
    func `A close frame has a code and a reason, or nothing`(code: CloseCode, reason: String, frame: [UInt8]) {
        #expect(Self.server.close(code, reason: reason) == frame)
    }

    @Test(arguments: [("a", 123), ("ö", 122), ("€", 123), ("👩‍👩‍👧", 108)])
    func `A reason that is too long is cut at the end of a character`(character: String, bytes: Int) {
        let frame = Self.server.close(.normal, reason: String(repeating: character, count: 124))
        #expect(Int(frame[1]) == 2 + bytes)
        let reason = String(repeating: character, count: bytes / character.utf8.count)
        #expect(Decoded(frame).events == [.close(.normal, reason: reason)])
    }
}
