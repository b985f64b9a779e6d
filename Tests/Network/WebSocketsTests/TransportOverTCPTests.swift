import Foundation
import Sockets
import Testing

@testable import WebSockets

/// The transport over a real connection, with a test in the place of the server.
@Suite(.timeLimit(.minutes(10))) struct TransportOverTCPTests {
    /// A server with one connection, and the transport on its other side.
    private static func connection() async throws -> (server: StreamTask<TCPStream>, transport: WebSocketTransport) {
        let server = try RawServer()
        let transport = WebSocketTransport()
        transport.open("ws://127.0.0.1:\(server.port)/")
        let stream = try await server.acceptWebSocket()
        let event = await transport.nextEvent()
        try #require(event == .opened(subprotocol: nil))
        return (stream, transport)
    }

    @Test func `Megabytes go both ways unharmed`() async throws {
        let (server, transport) = try await Self.connection()
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }
        let receipts = Receipts()
        transport.send(.binary(bytes), completion: receipts.completion())
        let size = Array(FrameTests.client.fragments(of: .binary(bytes))).joined().count
        let frames = try await server.read(size)
        #expect(Decoded(frames, as: .server, messageSizeLimit: 1 << 24).events == [.binary(bytes)])
        await receipts.wait()

        let answer = FrameTests.server.message(.binary(bytes))
        async let written: Void = server.write(answer)
        #expect(await transport.nextEvent() == .binary(bytes))
        try await written
        #expect(transport.inboundActivity > bytes.count)
    }

    @Test func `Both send close frames, the server closes, and the end is clean`() async throws {
        let (server, transport) = try await Self.connection()
        transport.close(code: .goingAway, reason: "")
        let frame = try await server.read(8)
        #expect(Decoded(frame, as: .server).events == [.close(.goingAway, reason: "")])
        try await server.write(FrameTests.server.close(.goingAway))
        server.perform { $0.reset() }
        #expect(await transport.remainingEvents() == [.ended(.init(code: .goingAway))])
    }

    @Test func `The client waits for the server to close first`() async throws {
        let (server, transport) = try await Self.connection()
        try await server.write(FrameTests.server.close(.normal))
        #expect(await transport.remainingEvents() == [.ended(.init(code: .normal))])
        #expect(try await server.read(8).count == 8)
        server.perform { $0.finishWriting() }
        #expect(try await server.read(1).isEmpty)
    }

    @Test(arguments: [true, false])
    func `A server that goes without a word has lost the connection`(isReset: Bool) async throws {
        let (server, transport) = try await Self.connection()
        try await server.write(FrameTests.server.message(.text("last")))
        #expect(await transport.nextEvent() == .text("last"))
        server.perform { isReset ? $0.reset() : $0.close() }
        let events = await transport.remainingEvents()
        guard case .ended(let ending)? = events.first, case .connectionLost? = ending.error else {
            return #expect(events == [.ended(.abnormal(.connectionLost("")))])
        }
        #expect(ending.code == .abnormal)
    }

    @Test func `A large message that is refused on the way does not hide the reason`() async throws {
        let (server, transport) = try await Self.connection()
        let receipts = Receipts()
        transport.send(.binary([UInt8](repeating: 1, count: 50_000_000)), completion: receipts.completion())
        try await server.write(FrameTests.server.close(.messageTooBig))
        // What it has not read makes its system answer with a reset.
        server.perform { $0.close() }
        await receipts.wait()
        #expect(receipts.all[0]?.count == 1)
        #expect(await transport.remainingEvents() == [.ended(.init(code: .messageTooBig))])
    }

    @Test func `A server that accepts and says nothing is given up in time`() async throws {
        let server = try RawServer()
        let transport = WebSocketTransport()
        transport.open("ws://127.0.0.1:\(server.port)/", timeout: .milliseconds(50))
        #expect(await transport.remainingEvents() == [.ended(.abnormal(.timedOut))])
        // How far the transport got depends on the machine; this one is there in any case, and comes after it.
        let other = TCPStreamTests.stream(to: server.port)
        #expect(await other.connect() == nil)
        other.perform { $0.close() }
        // The client has sent the request or nothing, and then let go of the connection.
        let sent = String(decoding: try await server.accept().read(1 << 16), as: UTF8.self)
        #expect(sent.isEmpty || sent.hasPrefix("GET / HTTP/1.1\r\nHost: 127.0.0.1:"))
    }

    @Test func `A port where no server listens is unreachable`() async throws {
        let server = try RawServer()
        await server.stop()
        let transport = WebSocketTransport()
        transport.open("ws://127.0.0.1:\(server.port)/")
        let events = await transport.remainingEvents()
        guard case .ended(let ending)? = events.first, case .unreachable? = ending.error else {
            return #expect(events == [.ended(.abnormal(.unreachable("")))])
        }
    }

    @Test func `A transport that is released closes its connection`() async throws {
        let server = try await Self.connection().server
        #expect(try await server.read(1).isEmpty)
    }
}
