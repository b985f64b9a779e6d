import Dispatch
import LoopbackServer
import Sockets
import Testing

@testable import NetworkTestSupport

/// The slow line that other tests rely on.
@Suite struct ThrottlingProxyTests {
    @Test(.timeLimit(.minutes(10))) func `a line without a rate passes everything, in both directions`() async throws {
        var line = try await ThrottledClient()
        let message = Socket.Message.binary([UInt8](repeating: 7, count: 1_000_000))
        try await line.live.client.send(message)
        #expect(await line.messages.next() == message)
        #expect(line.proxy.counts.accepted == 1)
        #expect(line.proxy.counts.up > 1_000_000)
        #expect(line.proxy.counts.down > 1_000_000)
        await line.live.client.disconnect()
    }

    @Test(.timeLimit(.minutes(10)), arguments: [ThrottlingProxy.Direction.up, .down])
    func `a line whose rate is 0 passes nothing until it has another one`(
        direction: ThrottlingProxy.Direction
    ) async throws {
        var line = try await ThrottledClient()
        line.proxy.setRate(0, direction)
        let before = direction == .up ? line.proxy.counts.up : line.proxy.counts.down
        try await line.live.client.send(.binary([UInt8](repeating: 7, count: 60_000)))
        // The other direction shows what it can without a message.
        if direction == .down { await line.proxy.wait { $0.up > 60_000 } }
        #expect((direction == .up ? line.proxy.counts.up : line.proxy.counts.down) == before)
        line.proxy.setRate(200_000, direction)
        #expect(await line.messages.next() == .binary([UInt8](repeating: 7, count: 60_000)))
        await line.live.client.disconnect()
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

    @Test(.timeLimit(.minutes(10))) func `a line is cut after so many bytes, once, and not before`() async throws {
        var line = try await ThrottledClient()
        let before = line.proxy.counts.up
        line.proxy.cut(after: 100_000, .up)
        let send = try await line.live.client.send(.binary([UInt8](repeating: 7, count: 10_000_000)))
        await #expect(throws: SocketError.self) { try await send.sent() }
        #expect(line.proxy.counts.up - before == 100_000)
        try await line.live.failure()
        try await line.live.reconnect()
        let message = Socket.Message.binary([UInt8](repeating: 8, count: 300_000))
        try await line.live.client.send(message)
        #expect(await line.messages.next() == message)
        #expect(line.proxy.counts.accepted == 2)
        await line.live.client.disconnect()
    }
}

/// A client whose connection to a server that echoes goes through a proxy.
private struct ThrottledClient {
    private let server = LoopbackServer()
    let proxy: ThrottlingProxy
    let live: LiveClient
    var messages: SocketClient.Stream<Socket.Message>.AsyncIterator

    init() async throws {
        proxy = try ThrottlingProxy(to: try server.start())
        live = LiveClient(to: proxy.port)
        messages = live.client.messages().makeAsyncIterator()
        try await live.connect()
    }
}
