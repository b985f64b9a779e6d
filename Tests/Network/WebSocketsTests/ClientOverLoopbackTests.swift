import NetworkTestSupport
import Foundation
@testable import LoopbackServer
import Sockets
import Synchronization
import TestSupport
import Testing

@testable import WebSockets

/// The client on real connections, to a server that fails in every way it can.
@Suite(.timeLimit(.minutes(60))) struct ClientOverLoopbackTests {
    @Test func `A client that has disconnected lets the server close first`() async throws {
        let server = try RawServer()
        // However slow this machine is, the client gives the server its time to close.
        let live = LiveClient(
            to: server.port,
            transport: {
                WebSocketTransport(lingerTime: .seconds(600)) { endpoint, queue in
                    TCPStream(host: endpoint.host, port: endpoint.port, queue: queue)
                }
            })
        async let connected: Void = live.connect()
        let stream = try await server.acceptWebSocket()
        try await connected
        async let disconnected: Void = live.client.disconnect()
        _ = try await stream.read(8)
        try await stream.write(FrameTests.server.close(.normal))
        await disconnected
        // Had the client closed its side, it would answer this with a reset.
        try await stream.write([UInt8](repeating: 0, count: 1 << 20))
        stream.perform { $0.finishWriting() }
        #expect(try await stream.read(1).isEmpty)
    }

    @Test func `Hundreds of clients that were closed leave nothing behind`() async {
        await #expect(processExitsWith: .success) {
            let server = LoopbackServer()
            defer { server.stop() }
            let url = URL(string: "ws://127.0.0.1:\(try server.start())/")!
            var configuration = SocketClient.Configuration()
            configuration.connectTimeout = .seconds(600)
            var before: Int?
            for round in 0..<300 {
                // The first ones open what the system keeps open.
                if round == 10 { before = try openDescriptors() }
                let client = SocketClient(to: url, configuration: configuration)
                await client.connect()
                try await client.wait(for: .connected)
                await client.disconnect()
            }
            // Those that have just ended are still to be closed; were they to pile up, this would have no end.
            try await yieldWhile("descriptors are open") { try openDescriptors() ?? 0 > before ?? 0 }
            await server.wait { $0.present == 0 }
            #expect(server.counts == LoopbackServer.Counts(accepted: 300))
        }
    }

    @Test func `Whatever happens to the connections, messages arrive in order and none arrives twice`() async throws {
        let received = Mutex<[Int]>([])
        let server = LoopbackServer { _ in
            .accept { connection, event in
                guard case .message(.text(let text)) = event, let number = Int(text) else { return }
                received.withLock { $0.append(number) }
                // Half of the time in the middle of what is being sent.
                if number % 50 == 0 { number % 100 == 0 ? connection.reset() : connection.cut() }
            }
        }
        defer { server.stop() }
        let live = LiveClient(to: try server.start())
        try await live.connect()
        let waits = Task { await live.reachEnd() }
        var told = Set<Int>()
        for first in stride(from: 1, to: 1000, by: 20) {
            let numbers = first..<first + 20
            var sendings: [PendingSend] = []
            for number in numbers { sendings.append(try await live.client.send(.text("\(number)"))) }
            for (number, sending) in zip(numbers, sendings) {
                do { try await sending.sent() } catch { told.insert(number) }
            }
        }
        // After a round trip, everything that was handed over has arrived, or never will.
        while (try? await live.client.ping()) == nil { try await live.client.wait(for: .connected) }
        waits.cancel()
        // Nothing happens to this connection any more.
        for number in 1001...1010 { try await live.client.send(.text("\(number)")).sent() }
        _ = try await live.client.ping()
        let all = received.withLock { $0 }
        #expect(all.starts(with: 1...50))
        #expect(all.suffix(10) == Array(1001...1010)[...])
        #expect(all == all.sorted())
        #expect(Set(all).count == all.count)
        // A report that a message did not go out was true.
        #expect(told.isDisjoint(with: all))
    }
}

extension LiveClient {
    fileprivate func reachEnd() async {
        for await status in client.statusUpdates {
            if let wait = status.wait { clock.advance(by: wait) }
        }
    }
}
