import NetworkTestSupport
import Foundation
import Sockets
import TestSupport
import Testing
import WebSockets

/// A server of others, in a process of its own, and what can happen to a process.
@Suite(.blocking, .needsWebSocketPeer)
struct WebSocketPeerTests {
    func transport(to port: UInt16, timeout: Duration = .seconds(600)) -> WebSocketTransport {
        let transport = WebSocketTransport()
        transport.open(ConnectionRequest(to: URL(string: "ws://127.0.0.1:\(port)/")!), timeout: timeout)
        return transport
    }

    @Test func `Messages come back in order, and a close frame is answered`() async throws {
        let (server, port) = try WebSocketPeer.echo()
        defer { server.kill() }
        let client = transport(to: port)
        #expect(await client.nextEvent() == .opened(subprotocol: nil))
        let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 11) }
        client.send(.text("héllo")) { #expect($0 == nil) }
        client.send(.binary(bytes)) { #expect($0 == nil) }
        client.ping()
        #expect(await client.nextEvent() == .text("héllo"))
        // The pong may come before the large message or after it.
        let rest: Set = [await client.nextEvent(), await client.nextEvent()]
        #expect(rest == [.binary(bytes), .pong])
        client.close(code: .normal, reason: "done")
        #expect(await client.nextEvent() == .ended(.init(code: .normal, reason: "done")))
    }

    @Test func `A server that is killed ends the connection, and can be reached again when it is back`() async throws {
        let (server, port) = try WebSocketPeer.echo()
        let client = transport(to: port)
        #expect(await client.nextEvent() == .opened(subprotocol: nil))
        server.kill()
        guard case .ended(let ending) = await client.nextEvent() else {
            Issue.record("not ended")
            return
        }
        #expect(ending.code == .abnormal)
        #expect(await transport(to: port).nextEvent() == .ended(.abnormal(.unreachable("Connection refused"))))

        let (successor, _) = try WebSocketPeer.echo(port: port)
        defer { successor.kill() }
        #expect(await transport(to: port).nextEvent() == .opened(subprotocol: nil))
    }

    @Test func `A server that is frozen answers when it is thawed, and no client waits forever`() async throws {
        let (server, port) = try WebSocketPeer.echo()
        defer { server.kill() }
        let client = transport(to: port)
        #expect(await client.nextEvent() == .opened(subprotocol: nil))
        server.freeze()
        // The system accepts the connection for it.
        let hasty = transport(to: port, timeout: .milliseconds(50))
        #expect(await hasty.nextEvent() == .ended(.abnormal(.timedOut)))
        client.send(.text("anybody there?")) { #expect($0 == nil) }
        server.thaw()
        #expect(await client.nextEvent() == .text("anybody there?"))
    }
}
