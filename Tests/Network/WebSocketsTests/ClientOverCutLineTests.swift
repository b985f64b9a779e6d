import LoopbackServer
import NetworkTestSupport
import Sockets
import Synchronization
import TestSupport
import Testing

/// A client whose connection is cut while much waits to be sent.
@Suite(.blocking, .timeLimit(.minutes(10))) struct ClientOverCutLineTests {
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
