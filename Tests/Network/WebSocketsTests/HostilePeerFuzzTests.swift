import Foundation
import LoopbackServer
import Sockets
import StateExploration
import Synchronization
import TestSupport
import Testing

@testable import WebSockets

/// A server with replaced handshakes, headers, frames, lengths and codes, one after the other and at random.
@Suite(.timeLimit(.minutes(60))) struct HostilePeerFuzzTests {
    @Test func `A client that echoes outlives a hostile server, keeps nothing of it, and connects again`() async throws
    {
        let server = try RawServer()
        let transports = Mutex<[Weak]>([])
        let live = LiveClient(
            to: server.port,
            transport: {
                let transport = WebSocketTransport(messageSizeLimit: 1 << 20)
                transports.withLock { $0.append(Weak(transport: transport)) }
                return transport
            })
        let client = live.client
        let messages = client.messages()
        let echo = Task { for await message in messages { _ = try? await client.send(message) } }
        // A refusal disconnects a client; everything else makes it wait.
        let updates = client.statusUpdates
        let insistence = Task {
            for await status in updates {
                if let wait = status.wait { live.clock.advance(by: wait) }
                if status.phase == .disconnected { await client.connect() }
            }
        }

        var sleepers = 0
        var opened = 0
        var seeds = FuzzSeeds(300, for: "a client with a hostile server")
        while let seed = seeds.next() {
            let (stream, request) = try await server.acceptRequest()
            var peer = HostilePeer(seed: seed)
            let (bytes, isOpen) = peer.bytes(answering: request)
            // The client may have gone before it has read all.
            try? await stream.write(bytes)
            if isOpen { opened += 1 }
            stream.perform { $0.finishWriting() }
            // Up to the end of what the client sends: its descriptor is closed by then.
            while let bytes = try? await stream.read(1 << 16), bytes.count == 1 << 16 {}
            stream.perform { $0.close() }
            sleepers = max(sleepers, live.clock.due.count)
        }
        // The test would show little if all were refused.
        #expect(opened > seeds.count / 4)
        // The deadline, the check of liveness, a wait, and those of the attempt before.
        #expect(sleepers <= 6)

        let stream = try await server.acceptWebSocket()
        try await stream.write(FrameTests.server.message(.text("still there?")))
        var decoder = MessageDecoder(role: .server, messageSizeLimit: 1 << 20)
        var answer: MessageDecoder.Event?
        while answer != .text("still there?") {
            let byte = try await stream.read(1)
            try #require(byte.count == 1, "the client has closed the connection")
            answer = try byte.withUnsafeBytes { bytes in
                var rest = bytes
                return try decoder.next(from: &rest)
            }
        }
        insistence.cancel()
        async let closed: Void = client.disconnect()
        stream.perform { $0.finishWriting() }
        await closed
        stream.perform { $0.close() }
        await server.stop()
        echo.cancel()
        await yieldWhile("a transport is not released") {
            transports.withLock { $0.contains { $0.transport != nil } }
        }
        await yieldWhile("a timer of the client sleeps") { live.clock.due != [] }
    }
}

private struct Weak: Sendable { weak let transport: WebSocketTransport? }

/// The bytes of a server, of which one part is hostile.
private struct HostilePeer {
    private enum Part: Int, CaseIterable {
        case version, status, phrase, name, value, upgrade, accept, subprotocol, extensions, length, coding, chunk
        case challenge, body, head, opcode, sizes, payload, closeCode, reason, pings, cut, noise
    }

    private var generator: SeededGenerator
    private let part: Part
    private let text: String

    init(seed: UInt64) {
        generator = SeededGenerator(seed: seed)
        part = Part.allCases[Int(seed % UInt64(Part.allCases.count))]
        text = HostileValues.texts[Int(seed / UInt64(Part.allCases.count) % UInt64(HostileValues.texts.count))]
    }

    private mutating func chance(of count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    private mutating func any<Value>(_ values: [Value]) -> Value { values.randomElement(using: &generator)! }

    /// The bytes, and true if they are meant to open a connection.
    mutating func bytes(answering request: ServerHandshake.Request) -> ([UInt8], isOpen: Bool) {
        let refuses = [.length, .coding, .chunk, .challenge, .body].contains(part) || chance(of: 8)
        var bytes = refuses ? refusal() : acceptance(of: request)
        if part == .head { bytes = Array(repeating: bytes, count: any([2, 1000])).flatMap { $0 } }
        if !refuses { for _ in 0..<Int.random(in: 1...8, using: &generator) { bytes += frame() } }
        if part == .cut { bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator)) }
        if part == .noise {
            for _ in 0..<3 {
                bytes[Int.random(in: bytes.indices, using: &generator)] = .random(in: 0...255, using: &generator)
            }
        }
        return (bytes, !refuses)
    }

    private func replaced(_ part: Part, _ value: String) -> String { self.part == part ? text : value }

    private mutating func acceptance(of request: ServerHandshake.Request) -> [UInt8] {
        let acceptance = String(decoding: request.acceptance(), as: UTF8.self)
        var lines = acceptance.components(separatedBy: "\r\n").dropLast(2).map { $0 }
        switch part {
        case .version: lines[0] = "HTTP/\(text) 101 x"
        case .status: lines[0] = "HTTP/1.1 \(text) x"
        case .phrase: lines[0] = "HTTP/1.1 101 \(text)"
        case .name: lines.append("\(text): x")
        case .value: lines.append("x: \(text)")
        case .upgrade: lines.append("Upgrade: \(text)")
        case .accept: lines.append("Sec-WebSocket-Accept: \(text)")
        case .subprotocol: lines.append("Sec-WebSocket-Protocol: \(text)")
        case .extensions: lines.append("Sec-WebSocket-Extensions: \(text)")
        default: break
        }
        return Array((lines + ["", ""]).joined(separator: "\r\n").utf8)
    }

    private mutating func refusal() -> [UInt8] {
        var lines = ["HTTP/1.1 \(any([200, 301, 401, 403, 426, 503])) No"]
        lines.append("WWW-Authenticate: \(replaced(.challenge, "Bearer"))")
        let body = replaced(.body, "over quota")
        switch part {
        case .length: lines.append("Content-Length: \(text)")
        case .coding: lines.append("Transfer-Encoding: \(text)")
        case .chunk: lines += ["Transfer-Encoding: chunked", "", "\(text)\r\n\(body)\r\n0\r\n"]
        default: lines.append("Content-Length: \(body.utf8.count)")
        }
        return Array((lines + ["", body]).joined(separator: "\r\n").utf8)
    }

    private mutating func frame() -> [UInt8] {
        let server = FrameEncoder(role: .server)
        switch part {
        case .pings: return server.frame(.ping, payload: Array(text.utf8.prefix(125)))
        case .opcode:
            return [UInt8.random(in: 0...255, using: &generator), UInt8.random(in: 0...255, using: &generator), 1, 2]
        case .sizes:
            let size = any([0, 1, 125, 126, 65535, 65536, 1 << 31, 1 << 32, 1 << 62, UInt64(Int.max), .max])
            let wide = withUnsafeBytes(of: size.bigEndian, Array.init)
            return [any([0x80, 0x81, 0x82, 0x01, 0x89]), any([126, 127])] + wide.suffix(any([2, 8]))
        case .closeCode where chance(of: 2):
            let code = UInt16.random(in: 0...5100, using: &generator)
            return server.frame(.close, payload: withUnsafeBytes(of: code.bigEndian, Array.init) + Array("no".utf8))
        case .reason where chance(of: 2):
            let reason = [0x0F, 0xA0] + Array(text.utf8.prefix(123))
            return server.frame(.close, payload: chance(of: 4) ? Array(reason.prefix(any([0, 1, 2]))) : reason)
        default:
            let payload = part == .payload ? Array(text.utf8) : Array("plain".utf8)
            let opcode: Opcode = any([.text, .text, .binary, .continuation, .pong])
            let isFinal = opcode.isControl || !chance(of: 4)
            return server.frame(opcode, isFinal: isFinal, payload: Array(payload.prefix(125)))
        }
    }
}
