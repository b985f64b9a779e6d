import Foundation
import NetworkTestSupport
import Sockets
import Synchronization
import TestSupport
import Testing
import WebSockets

@testable import LoopbackServer

/// Many messages, and many clients, on real connections.
@Suite(.blocking, .serialized, .timeLimit(.minutes(60))) struct ClientUnderLoadTests {
    @Test func `A hundred thousand messages come back in order, through queues that hold a hundred`() async throws {
        let server = LoopbackServer()
        defer { server.stop() }
        try await exchange(100_000, with: LiveClient(to: try server.start()))
    }

    @Test(.needsWebSocketPeer)
    func `They do so from a server of others`() async throws {
        let (server, port) = try WebSocketPeer.echo()
        defer { server.kill() }
        try await exchange(100_000, with: LiveClient(to: port))
    }

    /// Sends messages as fast as the queue takes them, and counts how many come back in order.
    private func exchange(_ count: Int, with live: LiveClient) async throws {
        let messages = live.client.messages()
        try await live.connect()
        async let arrived = Self.countInOrder(messages, upTo: count)
        var underWay: [PendingSend] = []
        for number in 1...count {
            if underWay.count == 100 {
                for sending in underWay.prefix(50) { try await sending.sent() }
                underWay.removeFirst(50)
            }
            underWay.append(try await live.client.send(.text("\(number)")))
        }
        #expect(await arrived == count)
        #expect(live.client.status.attempt == 1)
    }

    private static func countInOrder(_ messages: SocketClient.Stream<Socket.Message>, upTo count: Int) async -> Int {
        var number = 0
        for await message in messages {
            guard message == .text("\(number + 1)") else { return number }
            number += 1
            if number == count { break }
        }
        return number
    }

    @Test func `A thousand clients of a server that dies and comes back are all there again, once, and not at once`()
        async
    {
        await #expect(processExitsWith: .success) { try await Self.loseAndRegainThousandClients() }
    }

    private static func loseAndRegainThousandClients() async throws {
        // Each connection has two ends in this process.
        raiseDescriptorLimit(to: 4096)
        let server = LoopbackServer()
        defer { server.stop() }
        let port = try server.start()
        let clock = ManualClock()
        let all = (1...1000).map { number in
            LiveClient(to: port, clock: clock, seed: UInt64(number)) {
                // Time is passed for all of them, and not meant to end anything.
                $0.pingInterval = .seconds(3600)
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for live in all { group.addTask { try await live.connect() } }
            try await group.waitForAll()
        }
        await server.wait { $0.open == 1000 }
        #expect(server.counts == LoopbackServer.Counts(accepted: 1000, present: 1000, open: 1000))

        // Each of them tries once while there is no server.
        server.stop()
        for live in all { try await live.failure() }
        clock.advance(by: .seconds(1))
        for live in all { try await live.client.wait { $0.attempt == 2 && $0.phase == .reconnectingWaiting } }

        try server.start()
        let waits = all.map { $0.client.status.wait! }
        var returned = 0
        for step in 1...16 {
            clock.advance(by: .milliseconds(100))
            let due = waits.count { $0 <= .milliseconds(100 * step) }
            // A sixteenth of a thousand is 62.
            #expect((30...100).contains(due - returned), "after \(step * 100) ms")
            await server.wait { $0.open >= due }
            returned = due
            #expect(server.counts.accepted == 1000 + due)
        }
        for live in all { try await live.client.wait(for: .connected) }
        await server.wait { $0.open == 1000 }
        #expect(server.counts == LoopbackServer.Counts(accepted: 2000, present: 1000, open: 1000))
        for live in all { #expect(live.client.status.attempt == 3) }

        await withTaskGroup(of: Void.self) { group in
            for (number, live) in all.enumerated() {
                group.addTask {
                    var messages = live.client.messages().makeAsyncIterator()
                    _ = try? await live.client.send(.text("\(number)"))
                    #expect(await messages.next() == .text("\(number)"))
                    await live.client.disconnect()
                }
            }
        }
        await server.wait { $0.present == 0 }
        #expect(server.counts.accepted == 2000)
    }
}

/// A client with a connection that is cut while much waits to be sent.
@Suite(.blocking, .timeLimit(.minutes(60))) struct ClientOverCutLineTests {
    /// A number of messages of a size, accepted before the client is connected or after that.
    struct Backlog: Sendable, CustomTestStringConvertible {
        let count: Int
        let size: Int
        let isConnected: Bool

        var testDescription: String {
            "\(count) of \(size) bytes, \(isConnected ? "connected" : "not connected") before"
        }
    }

    @Test(arguments: [
        Backlog(count: 100, size: 50_000, isConnected: false), Backlog(count: 100, size: 50_000, isConnected: true),
        Backlog(count: 3000, size: 2_000, isConnected: false), Backlog(count: 3000, size: 2_000, isConnected: true),
    ])
    func `Of all that waits, a cut connection fails only the message that it had begun`(backlog: Backlog) async throws {
        let received = Mutex<[Int]>([])
        let server = LoopbackServer { _ in
            .accept { _, event in
                guard case .message(.text(let text)) = event else { return }
                received.withLock { $0.append(Int(text.prefix { $0 != " " }) ?? -1) }
            }
        }
        defer { server.stop() }
        let proxy = try ThrottlingProxy(to: try server.start(), cutAfter: 500_000)
        let live = LiveClient(to: proxy.port) { $0.sendLimit = backlog.count }
        if backlog.isConnected { try await live.connect() } else { await live.client.connect() }
        let padding = String(repeating: "x", count: backlog.size)
        var sends: [PendingSend] = []
        for number in 0..<backlog.count { sends.append(try await live.client.send(.text("\(number) \(padding)"))) }
        try await live.failure()
        try await live.reconnect()
        var failed: [Int] = []
        for (number, send) in sends.enumerated() {
            do { try await send.sent() } catch { failed.append(number) }
        }
        _ = try await live.client.ping()
        let all = received.withLock { $0 }
        #expect(failed.count <= 1)
        #expect(all == all.sorted() && Set(all).count == all.count)
        #expect(Set(failed).isDisjoint(with: all))
        // The system had taken some messages, which are lost, but no more than its buffers hold; all others have arrived.
        let missing = Set(0..<backlog.count).subtracting(all).sorted()
        #expect((missing.last ?? 0) - (missing.first ?? 0) + 1 == missing.count, "\(missing)")
        #expect(missing.count * backlog.size < 3_000_000)
        #expect(proxy.accepted == 2)
        await live.client.disconnect()
    }
}
