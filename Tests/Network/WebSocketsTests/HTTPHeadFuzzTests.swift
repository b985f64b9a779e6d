import Foundation
import Sockets
import StateExploration
import TestSupport
import Testing

@testable import WebSockets

@Suite struct HTTPHeadFuzzTests {
    @Test func `Thousands of heads give the same however they are cut, and none is accepted that is not HTTP`() {
        var accepted = 0
        var seeds = FuzzSeeds(500, for: "heads of HTTP")
        while let seed = seeds.next() {
            var generator = SeededGenerator(seed: seed)
            let bytes = RandomHead(seed: seed).bytes
            let whole = Parsed([bytes])
            let cut = Int.random(in: 0...bytes.count, using: &generator)
            if Parsed([Array(bytes[..<cut]), Array(bytes[cut...])]) != whole || Parsed(bytes.map { [$0] }) != whole {
                Issue.record("seed \(seed): it depends on the pieces")
            }
            guard let head = whole.head else { continue }
            accepted += 1
            // Plainly: lines that end in CR LF, the last one empty, and every field with a name before its colon.
            let text = String(decoding: bytes.dropLast(whole.rest), as: UTF8.self)
            let lines = text.components(separatedBy: "\r\n")
            if lines.suffix(2) != ["", ""] || lines.count != head.fields.count + 3 || lines[0] != head.firstLine {
                Issue.record("seed \(seed): \(head) is not what was sent")
            }
        }
        // The test would show little if all were right, or all wrong.
        #expect((seeds.count / 4...seeds.count * 3 / 4).contains(accepted))
    }
}

private struct Parsed: Equatable {
    var head: HTTPHead?
    var error: TransportError?
    var rest = 0

    init(_ pieces: [[UInt8]]) {
        var parser = HTTPHeadParser(beginning: "HTTP/1.")
        for piece in pieces where error == nil {
            guard head == nil else {
                rest += piece.count
                continue
            }
            piece.withUnsafeBytes { bytes in
                var input = bytes
                do throws(TransportError) { head = try parser.next(from: &input) } catch { self.error = error }
                if head != nil { rest += input.count }
            }
        }
    }
}

private struct RandomHead {
    private(set) var bytes: [UInt8]

    init(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func chance(of count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }
        let names = ["Upgrade", "Connection", "Sec-WebSocket-Accept", "X", "Set-Cookie", "Grüße", "", "a b"]
        let values = [
            "websocket", "Upgrade, keep-alive", "", " \t x \t ", "ünïcode", ":", String(repeating: "x", count: 5_000),
        ]
        var text = ["HTTP/1.1 101 Switching Protocols", "HTTP/1.0 200", "HTTP/1.1"].randomElement(using: &generator)!
        for _ in 0..<Int.random(in: 0...5, using: &generator) {
            let name =
                chance(of: 10)
                ? names.randomElement(using: &generator)! : names[Int.random(in: 0...4, using: &generator)]
            text += "\r\n\(name): \(values.randomElement(using: &generator)!)"
        }
        bytes = Array((text + "\r\n\r\n").utf8)
        if chance(of: 3) {
            bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
        }
        if chance(of: 6) { bytes.removeLast(Int.random(in: 0...bytes.count, using: &generator)) }
        if chance(of: 2) { bytes += (0..<Int.random(in: 0...9, using: &generator)).map { UInt8($0) } }
    }
}
