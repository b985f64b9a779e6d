import Foundation
import Sockets
import Testing

@testable import WebSockets

/// Messages whose bytes are delivered as they come in.
@Suite(.timeLimit(.minutes(10))) struct ByteStreamTests {
    private static let server = FrameEncoder(role: .server)

    private static let text = [0x81, 3, 0xff, 0, 0xfe] as [UInt8]
    private static let cases: [(name: String, bytes: [UInt8], payload: [UInt8])] = [
        ("a text that is not UTF-8", text, [0xff, 0, 0xfe]),
        ("half a character in each of two fragments", [0x01, 1, 0xc3, 0x80, 1, 0xa4], [0xc3, 0xa4]),
        ("a text that ends within a character", [0x81, 1, 0xc3], [0xc3]),
        ("more than the limit", server.message(.binary(Array(1...200))), Array(1...200)),
        ("more than the limit, in fragments", [0x02, 6] + Array(1...6) + [0x80, 6] + Array(7...12), Array(1...12)),
        ("nothing", [0x82, 0], []),
        ("two messages", [0x82, 1, 1] + [0x81, 1, 2], [1, 2]),
    ]

    @Test(arguments: cases.indices, [1, 2, 3, 1000])
    func `The payloads come in order, whatever they hold and in whatever pieces they arrive`(
        index: Int, size: Int
    ) throws {
        let (_, bytes, payload) = Self.cases[index]
        var decoder = MessageDecoder(role: .client, messageSizeLimit: 10, isByteStream: true)
        var received: [UInt8] = []
        for piece in (bytes + [0x89, 1, 7]).pieces(of: size) {
            try piece.withUnsafeBytes { bytes in
                var rest = bytes
                while let event = try decoder.next(from: &rest) {
                    switch event {
                    case .binary(let part):
                        #expect(!part.isEmpty && part.count <= size)
                        received += part
                    case .ping: received.append(255)
                    default: Issue.record("\(event)")
                    }
                }
            }
        }
        #expect(received == payload + [255])
    }

    @Test(arguments: [
        [0x80, 0] as [UInt8], [0x01, 0, 0x82, 0], [0xc1, 0], [0x81, 0x80], [0x88, 3, 3, 0xe8, 0xff],
        [0x89, 126, 0, 126],
    ])
    func `All other rules hold as ever`(bytes: [UInt8]) throws {
        var decoder = MessageDecoder(role: .client, messageSizeLimit: 10, isByteStream: true)
        let expected = try #require(Decoded(bytes).violation)
        bytes.withUnsafeBytes { bytes in
            var rest = bytes
            #expect(throws: expected) { while try decoder.next(from: &rest) != nil {} }
        }
    }

    @Test func `A transport delivers bytes if the request asks for them`() async {
        let wire = Wire()
        let transport = wire.transport(messageSizeLimit: 2)
        transport.open(
            ConnectionRequest(to: URL(string: "ws://localhost/")!, isByteStream: true), timeout: .seconds(600))
        #expect(await transport.nextEvent() == .opened(subprotocol: nil))
        wire.send(Self.text)
        #expect(await transport.nextEvent() == .binary([0xff, 0, 0xfe]))
        transport.abort()
    }
}
