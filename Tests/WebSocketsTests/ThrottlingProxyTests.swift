import Dispatch
import LoopbackServer
import Sockets
import Testing

@testable import NetworkTestSupport

/// The slow line that other tests rely on.
@Suite struct ThrottlingProxyTests {
    @Test(.timeLimit(.minutes(1))) func `a line without a rate passes everything, in both directions`() async throws {
        let server = LoopbackServer()
        let proxy = try ThrottlingProxy(to: try server.start())
        let live = LiveClient(to: proxy.port)
        let messages = live.client.messages()
        try await live.connect()
        let message = Socket.Message.binary([UInt8](repeating: 7, count: 1_000_000))
        try await live.client.send(message)
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next() == message)
        #expect(proxy.counts.accepted == 1)
        #expect(proxy.counts.up > 1_000_000)
        #expect(proxy.counts.down > 1_000_000)
        await live.client.disconnect()
    }

    @Test(.timeLimit(.minutes(1)), arguments: [ThrottlingProxy.Direction.up, .down])
    func `a line whose rate is 0 passes nothing until it has another one`(
        direction: ThrottlingProxy.Direction
    ) async throws {
        let server = LoopbackServer()
        let proxy = try ThrottlingProxy(to: try server.start())
        let live = LiveClient(to: proxy.port)
        let messages = live.client.messages()
        try await live.connect()
        var iterator = messages.makeAsyncIterator()
        proxy.setRate(0, direction)
        let before = direction == .up ? proxy.counts.up : proxy.counts.down
        try await live.client.send(.binary([UInt8](repeating: 7, count: 60_000)))
        // The other direction shows what it can without a message.
        if direction == .down { await proxy.wait { $0.up > 60_000 } }
        #expect((direction == .up ? proxy.counts.up : proxy.counts.down) == before)
        proxy.setRate(200_000, direction)
        #expect(await iterator.next() == .binary([UInt8](repeating: 7, count: 60_000)))
        await live.client.disconnect()
    }

    @Test func `a rate allows as many bytes as the time since has brought, and never those of more than 50 ms`() {
        var time = DispatchTime.now()
        var allowance = ThrottlingProxy.Allowance(at: time)
        #expect(allowance.update(200_000, at: time) == 0)
        time = time + .milliseconds(10)
        #expect(allowance.update(200_000, at: time) == 2_000)
        allowance.use(1_500)
        #expect(allowance.update(200_000, at: time) == 500)
        time = time + .seconds(60)
        #expect(allowance.update(200_000, at: time) == 10_000)
        #expect(allowance.update(nil, at: time) == .max)
    }

    @Test(.timeLimit(.minutes(1))) func `a line is cut after so many bytes, once, and not before`() async throws {
        let server = LoopbackServer()
        let proxy = try ThrottlingProxy(to: try server.start())
        let live = LiveClient(to: proxy.port)
        let messages = live.client.messages()
        try await live.connect()
        var iterator = messages.makeAsyncIterator()
        let before = proxy.counts.up
        proxy.cut(after: 100_000, .up)
        let send = try await live.client.send(.binary([UInt8](repeating: 7, count: 10_000_000)))
        await #expect(throws: SocketError.self) { try await send.sent() }
        #expect(proxy.counts.up - before == 100_000)
        try await live.failure()
        try await live.reconnect()
        let message = Socket.Message.binary([UInt8](repeating: 8, count: 300_000))
        try await live.client.send(message)
        #expect(await iterator.next() == message)
        #expect(proxy.counts.accepted == 2)
        await live.client.disconnect()
    }
}
