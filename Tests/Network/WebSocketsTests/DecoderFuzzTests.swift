import Sockets
import StateExploration
import TestSupport
import Testing

@testable import WebSockets

/// Random byte streams, cut anywhere, against a decoder that reads everything at once and is as plain as can be.
@Suite struct DecoderFuzzTests {
    @Test(arguments: [Role.client, .server], 0..<8)
    func `A byte stream gives the same events however it is cut`(role: Role, seed: UInt64) {
        var script = Script(receiver: role, seed: seed)
        let bytes = script.bytes(frames: 6)
        let whole = Decoded(bytes, as: role)
        for cut in 0...bytes.count {
            #expect(Decoded([bytes[..<cut], bytes[cut...]], as: role) == whole)
        }
        for size in [1, 2, 3, 5, 8, 13] { #expect(Decoded(bytes.pieces(of: size), as: role) == whole) }
    }

    @Test(arguments: [Role.client, .server])
    func `Thousands of byte streams are decoded as the plain decoder does`(role: Role) {
        var violations = 0
        var seeds = FuzzSeeds(2000, for: "frames of WebSocket for a \(role)")
        while let seed = seeds.next() {
            var script = Script(receiver: role, seed: seed)
            let bytes = script.bytes(frames: 5)
            let decoded = Decoded(bytes, as: role, messageSizeLimit: 400)
            let expected = PlainDecoder(role: role, limit: 400).decode(bytes)
            if decoded.events != expected.events || decoded.violation?.code != expected.code {
                Issue.record("seed \(seed): \(decoded), not \(expected)")
            }
            if expected.code != nil { violations += 1 }
        }
        // The test would show little if all were right, or all wrong.
        #expect((seeds.count / 4...seeds.count * 3 / 4).contains(violations))
    }
}

private struct Script {
    let receiver: Role
    var generator: SeededGenerator
    var isFragmented = false

    init(receiver: Role, seed: UInt64) {
        self.receiver = receiver
        generator = SeededGenerator(seed: seed)
    }

    mutating func bytes(frames: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<frames { bytes += frame() }
        // Something is wrong now and then: one byte is another one, or the end is missing.
        if chance(of: 4) {
            bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        if chance(of: 6) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator)) }
        return bytes
    }

    private mutating func chance(of count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    private mutating func frame() -> [UInt8] {
        var encoder = FrameEncoder(role: receiver == .client ? .server : .client)
        if chance(of: 40) { encoder = FrameEncoder(role: receiver) }
        if chance(of: 4) {
            let opcode: Opcode = chance(of: 2) ? .ping : .pong
            return encoder.frame(opcode, payload: (0..<Int.random(in: 0...125, using: &generator)).map { UInt8($0) })
        }
        // The code 1006 must not be sent, and 1000 may.
        if chance(of: 20) {
            return encoder.frame(.close, payload: [3, chance(of: 4) ? 0xEE : 0xE8] + Array("tschüß".utf8))
        }
        let isText = chance(of: 2)
        let isFinal = !chance(of: 3)
        let opcode: Opcode = isFragmented ? .continuation : isText ? .text : .binary
        isFragmented = !isFinal
        let sizes = [0, 1, 5, 30, 125, 126, 200]
        let size = sizes[Int.random(in: sizes.indices, using: &generator)]
        let text = Array(String(repeating: chance(of: 2) ? "plain" : "ä€😀x", count: size).utf8.prefix(size))
        return encoder.frame(opcode, isFinal: isFinal, payload: text)
    }
}

/// Decodes bytes that are all there, one field after the other.
private struct PlainDecoder {
    let role: Role
    let limit: Int

    func decode(_ bytes: [UInt8]) -> (events: [MessageDecoder.Event], code: CloseCode?) {
        var events: [MessageDecoder.Event] = []
        var rest = bytes[...]
        var message: (opcode: UInt8, bytes: [UInt8])?
        func take(_ count: Int) -> [UInt8]? {
            guard rest.count >= count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return Array(rest.prefix(count))
        }

        while let start = take(2) {
            let opcode = start[0] & 15
            let isFinal = start[0] & 128 != 0
            let isMasked = start[1] & 128 != 0
            guard start[0] & 0x70 == 0, [0, 1, 2, 8, 9, 10].contains(opcode), isMasked == (role == .server) else {
                return (events, .protocolError)
            }
            var length = Int(start[1] & 127)
            if opcode >= 8, !isFinal || length > 125 { return (events, .protocolError) }
            if length >= 126 {
                let wide = length == 127
                guard let field = take(wide ? 8 : 2) else { break }
                // The mask comes before anything is checked that the whole header has to say.
                guard !isMasked || rest.count >= 4 else { break }
                let value = field.reduce(UInt64(0)) { $0 * 256 + UInt64($1) }
                guard value < 1 << 63, value >= (wide ? 65536 : 126) else { return (events, .protocolError) }
                length = Int(value)
            }
            var mask: [UInt8] = [0, 0, 0, 0]
            if isMasked {
                guard let bytes = take(4) else { break }
                mask = bytes
            }
            if opcode < 8 {
                if opcode == 0, message == nil { return (events, .protocolError) }
                if opcode != 0, message != nil { return (events, .protocolError) }
                let soFar = message?.bytes.count ?? 0
                if soFar + length > limit { return (events, .messageTooBig) }
            }
            let isComplete = rest.count >= length
            let payload = (take(length) ?? Array(rest)).enumerated().map { $1 ^ mask[$0 % 4] }
            if opcode >= 8 {
                guard isComplete else { break }
                if opcode == 9 { events.append(.ping(payload)) }
                if opcode == 10 { events.append(.pong(payload)) }
                guard opcode == 8 else { continue }
                if payload.isEmpty { return (events + [.close(.noStatus, reason: "")], nil) }
                if payload.count == 1 { return (events, .protocolError) }
                let code = Int(payload[0]) * 256 + Int(payload[1])
                let allowed = [1000, 1001, 1002, 1003] + Array(1007...1014) + Array(3000...4999)
                guard allowed.contains(code) else { return (events, .protocolError) }
                guard let reason = String(validating: payload[2...], as: UTF8.self) else {
                    return (events, .invalidPayload)
                }
                return (events + [.close(CloseCode(rawValue: UInt16(code)), reason: reason)], nil)
            }
            message = (message?.opcode ?? opcode, (message?.bytes ?? []) + payload)
            let isText = message!.opcode == 1
            if isText, !mayBecomeText(message!.bytes) { return (events, .invalidPayload) }
            guard isComplete else { break }
            guard isFinal else { continue }
            if isText {
                guard let text = String(validating: message!.bytes, as: UTF8.self) else {
                    return (events, .invalidPayload)
                }
                events.append(.text(text))
            } else {
                events.append(.binary(message!.bytes))
            }
            message = nil
        }
        return (events, nil)
    }

    /// Returns true if bytes can follow that make these a text: up to three complete any character that can be completed.
    private func mayBecomeText(_ bytes: [UInt8]) -> Bool {
        let ends: [[UInt8]] = [
            [], [0x80], [0xBF], [0x80, 0x80], [0xBF, 0x80], [0x80, 0x80, 0x80], [0xBF, 0x80, 0x80],
        ]
        return ends.contains { String(validating: bytes + $0, as: UTF8.self) != nil }
    }
}
