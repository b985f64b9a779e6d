import NetworkTestSupport
import Foundation
@testable import LoopbackServer
import Sockets
import TestSupport
import Testing
import WebSockets

/// The server that tests and the playground talk to, and the faults it can have.
@Suite(.timeLimit(.minutes(60))) struct LoopbackServerTests {
    func transport(to port: UInt16, subprotocols: [String] = [], timeout: Duration = .seconds(600))
        -> WebSocketTransport
    {
        let transport = WebSocketTransport()
        let url = URL(string: "ws://127.0.0.1:\(port)/path")!
        transport.open(ConnectionRequest(to: url, subprotocols: subprotocols), timeout: timeout)
        return transport
    }

    func connection(
        _ answer: @escaping @Sendable (LoopbackServer.Request) -> LoopbackServer.Answer
    ) async throws -> (server: LoopbackServer, client: WebSocketTransport) {
        let server = LoopbackServer(answer: answer)
        let client = transport(to: try server.start())
        #expect(await client.nextEvent() == .opened(subprotocol: nil))
        return (server, client)
    }

    @Test func `A client that asks for no connection gets none`() throws {
        let server = LoopbackServer()
        defer { server.stop() }
        let port = try server.start()
        #expect(
            exchange(["GET /socket HTTP/1.1", "Host: x"], port: port) == "HTTP/1.1 400 \r\nContent-Length: 0\r\n\r\n")
    }

    @Test func `A client that breaks the protocol, does not read, and continues to talk is not heard`() async throws {
        let (ends, ending) = AsyncStream.makeStream(of: Void.self)
        let server = LoopbackServer { _ in
            .accept { connection, event in
                switch event {
                // More than the system takes for a client that does not read, and less than would keep the server from reading.
                case .opened: connection.send(.binary([UInt8](repeating: 0, count: 1_000_000)))
                case .ended: ending.yield()
                case .message: Issue.record("heard")
                case .pong: break
                }
            }
        }
        defer { server.stop() }
        let client = try #require(RawClient(port: try server.start(), receiveBuffer: 2048))
        client.send(
            """
            GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
            """.utf8)
        await server.wait { $0.open == 1 }
        // A frame of no known kind; then zeros, which are one as well; and a text.
        client.send([0x83, 0x80, 0, 0, 0, 0])
        client.send([UInt8](repeating: 0, count: 4_000))
        client.send([0x81, 0x81, 0, 0, 0, 0, 0x61])
        client.close()
        var iterator = ends.makeAsyncIterator()
        await iterator.next()
        await server.wait { $0.present == 0 }
    }

    @Test func `A client that never pauses lets others have their turn`() async throws {
        let server = LoopbackServer()
        let port = try server.start()
        let busy = transport(to: port)
        #expect(await busy.nextEvent() == .opened(subprotocol: nil))
        let flood = Task {
            while !Task.isCancelled {
                await withCheckedContinuation { done in
                    busy.send(.binary([UInt8](repeating: 1, count: 1 << 16))) { _ in done.resume() }
                }
                _ = await busy.nextEvent()
            }
        }
        for _ in 0..<20 {
            let other = transport(to: port)
            #expect(await other.nextEvent() == .opened(subprotocol: nil))
            other.send(.text("hello")) { #expect($0 == nil) }
            #expect(await other.nextEvent() == .text("hello"))
        }
        flood.cancel()
        server.stop()
        await flood.value
    }

    @Test func `Ping and pong go both ways`() async throws {
        let (pongs, continuation) = AsyncStream.makeStream(of: Void.self)
        let (server, client) = try await connection { _ in
            .accept { connection, event in
                switch event {
                case .opened: connection.ping()
                case .pong: continuation.yield()
                default: break
                }
            }
        }
        defer { server.stop() }
        client.ping()
        #expect(await client.nextEvent() == .pong)
        for await _ in pongs { break }
    }
}
