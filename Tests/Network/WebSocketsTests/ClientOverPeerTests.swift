import NetworkTestSupport
import Foundation
import Sockets
import TestSupport
import Testing
import WebSockets

/// The client and a server of others, in a separate process, and what can happen to a process.
@Suite(
    .blocking, .needsWebSocketPeer,
    .timeLimit(.minutes(60)))
struct ClientOverPeerTests {
    private static let certificate = Result { try Certificate(for: ["DNS:localhost"]) }

    @Test(.needsOpenSSL, arguments: [false, true])
    func `A server that is killed and started again is reached again, and gets what was sent until then`(
        isSecure: Bool
    ) async throws {
        let certificate = isSecure ? try Self.certificate.get() : nil
        let (server, port) = try WebSocketPeer.echo(certificate: certificate)
        let live = LiveClient(
            to: port, host: isSecure ? "localhost" : "127.0.0.1", isSecure: isSecure, trusting: certificate?.file)
        var messages = live.client.messages().makeAsyncIterator()
        try await live.connect()
        server.kill()
        guard case .transport(.connectionLost)? = try await live.failure() else { return #expect(Bool(false)) }
        for number in 1...50 { try await live.client.send(.text("\(number)")) }
        // One attempt while no server listens.
        #expect(try await live.nextFailure() == .transport(.unreachable("Connection refused")))

        let (successor, _) = try WebSocketPeer.echo(port: port, certificate: certificate)
        defer { successor.kill() }
        try await live.reconnect()
        for number in 1...50 { #expect(await messages.next() == .text("\(number)")) }
        _ = try await live.client.ping()
        await live.client.disconnect()
        #expect(live.client.status.failure == nil)
    }

    @Test func `A server that is stopped is noticed, cannot be reached, and is back when it continues`() async throws {
        let (server, port) = try WebSocketPeer.echo()
        defer { server.kill() }
        let live = LiveClient(to: port)
        var messages = live.client.messages().makeAsyncIterator()
        try await live.connect()
        server.freeze()
        // The next check of the peer, which pings it, and the one that finds no answer.
        for time in [20, 10] {
            await live.clock.waitForSleepers(due: .seconds(5))
            live.clock.advance(by: .seconds(time))
        }
        #expect(try await live.failure() == .peerSilent)

        // The system accepts the connection for it, and then nothing happens.
        try await live.client.send(.text("are you there?"))
        let status = try await live.client.wait { $0.wait != nil }
        live.clock.advance(by: try #require(status.wait))
        await live.clock.wake(after: .seconds(600))
        _ = try await live.client.wait { $0.failure == .timedOut }

        server.thaw()
        try await live.reconnect()
        #expect(await messages.next() == .text("are you there?"))
    }

    @Test(.needsOpenSSL, arguments: [true, false])
    func `A server that cannot prove who it is gets nothing to read`(isOfSomebodyElse: Bool) async throws {
        let certificate = isOfSomebodyElse ? try Certificate(for: ["DNS:other.example"]) : try Self.certificate.get()
        let (server, port) = try WebSocketPeer.echo(certificate: certificate)
        defer { server.kill() }
        let live = LiveClient(
            to: port, host: "localhost", isSecure: true, trusting: isOfSomebodyElse ? certificate.file : nil)
        await live.client.connect()
        let sending = try await live.client.send(.text("secret"))
        // It may be mended, so the client continues to try.
        for _ in 1...3 {
            let failure = try await live.nextFailure()
            guard case .transport(.untrusted)? = failure else { throw try #require(failure) }
        }
        await live.client.disconnect()
        await #expect(throws: SocketError.disconnected) { try await sending.sent() }
    }
}
