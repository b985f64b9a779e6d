import AsyncPrimitives
import Foundation
import Sockets
import Testing

@testable import WebSockets

@Suite(.timeLimit(.minutes(60))) struct `Batches of a transport` {
    private static let lost = TransportError.connectionLost("broken pipe")
    private static let small = Socket.Message.text("12345")
    private static let size = 6 + 5

    private func result(_ batch: [Socket.Message], on transport: WebSocketTransport) -> Promise<BatchResult> {
        let result = Promise<BatchResult>()
        transport.send(batch) { result.fulfill(with: .success($0)) }
        return result
    }

    @Test func `are sent in order, with what was sent before and after`() async throws {
        let (wire, transport) = await Wire.opened()
        transport.send(.text("0")) { _ in }
        let batch = result([.text("1"), .binary([2]), .text("3")], on: transport)
        transport.send(.text("4")) { _ in }
        #expect(try await batch.value == BatchResult(sent: 3))
        for event in [.text("0"), .text("1"), .binary([2]), .text("3"), .text("4")] as [MessageDecoder.Event] {
            await wire.expect(event)
        }
    }

    @Test(arguments: [
        (room: 0, result: BatchResult(sent: 0, cut: 0, error: lost)),
        (1, BatchResult(sent: 0, cut: 1, error: lost)),
        (size, BatchResult(sent: 1, cut: 0, error: lost)),
        (2 * size + 3, BatchResult(sent: 2, cut: 1, error: lost)),
        (4 * size, BatchResult(sent: 4)),
    ])
    func `count what was sent, and the one that was cut`(room: Int, result expected: BatchResult) async throws {
        let (wire, transport) = await Wire.opened()
        wire.giveRoom(room)
        let batch = result(Array(repeating: Self.small, count: 4), on: transport)
        // The queue has done everything else when it has done this.
        wire.send("x")
        #expect(await transport.nextEvent() == .text("x"))
        wire.failWrites()
        #expect(try await batch.value == expected)
    }

    @Test(arguments: [(room: 70_000, cut: 1), (0, 0)])
    func `count a large message of which some frames were sent as cut`(room: Int, cut: Int) async throws {
        let (wire, transport) = await Wire.opened()
        wire.giveRoom(room)
        let large = Socket.Message.binary([UInt8](repeating: 1, count: 200_000))
        let batch = result([large, Self.small], on: transport)
        wire.send("x")
        #expect(await transport.nextEvent() == .text("x"))
        transport.abort()
        #expect(try await batch.value == BatchResult(sent: 0, cut: cut, error: .aborted))
    }

    @Test func `count one as cut of those that the stream has taken and the system has not`() async throws {
        let (wire, transport) = await Wire.opened()
        wire.holdBytes(true)
        let batch = result(Array(repeating: Self.small, count: 4), on: transport)
        transport.abort()
        #expect(try await batch.value == BatchResult(sent: 0, cut: 1, error: .aborted))
    }

    @Test func `of many small messages are written a few at a time, each once`() async throws {
        let wire = Wire(sizeOfWrites: 1000)
        let transport = await wire.transport().opened()
        let messages = (0..<2000).map { Socket.Message.text("\($0)") }
        let batch = result(messages, on: transport)
        for number in 0..<2000 { #expect(await wire.next() == .text("\(number)")) }
        #expect(try await batch.value == BatchResult(sent: 2000))
    }
}

@Suite(.timeLimit(.minutes(60))) struct ByteStreamTests {
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
