import NetworkTestSupport
import Sockets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `Sending with a socket client` {
    @Test func `what is sent before the session runs goes out in order, once`() async throws {
        let fixture = ClientFixture()
        await fixture.client.connect()
        for message in texts(1...3) { try await fixture.client.send(message) }
        let first = await fixture.network.transport(1)
        first.emit(.refused(status: 503, headers: []))
        try await fixture.client.wait { $0.wait != nil }
        for message in texts(4...6) { try await fixture.client.send(message) }
        try await fixture.endWait(for: 2)
        let second = try await fixture.open(2)
        try await fixture.client.send(.text("7")).sent()
        #expect(first.sent.isEmpty)
        #expect(second.sent == texts(1...7))
    }

    @Test func `without a connection that is wanted, nothing can be sent`() async throws {
        let fixture = ClientFixture()
        await #expect(throws: SocketError.notConnected) { try await fixture.client.send(.text("")) }
        let transport = try await fixture.connect()
        async let closed: Void = fixture.client.disconnect()
        await transport.wait(for: .close(.normal))
        await #expect(throws: SocketError.notConnected) { try await fixture.client.send(.text("")) }
        transport.emit(.closed(.normal))
        await closed
        await #expect(throws: SocketError.notConnected) { try await fixture.client.send(.text("")) }
    }

    @Test func `a sender that is cancelled waits no longer; others do, and the message goes out`() async throws {
        let fixture = ClientFixture()
        await fixture.client.connect()
        let sending = try await fixture.client.send(.text("news"))
        let cancelled = Task { try await sending.sent() }
        let waiting = Task { try await sending.sent() }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let transport = try await fixture.open(1)
        try await waiting.value
        #expect(transport.sent == [.text("news")])
    }

    @Test func `a client that is released notifies the senders of messages that wait`() async throws {
        var fixture: ClientFixture? = ClientFixture()
        await fixture?.client.connect()
        let sending = try await fixture?.client.send(.text("never"))
        fixture = nil
        await #expect(throws: SocketError.disconnected) { try await sending?.sent() }
    }

    @Test func `a round trip has the length that the peer takes`() async throws {
        let (fixture, transport) = try await ClientFixture.connected()
        async let first = fixture.client.ping()
        await transport.wait(for: .ping)
        async let second = fixture.client.ping()
        fixture.clock.advance(by: .milliseconds(30))
        transport.emit(.pong)
        #expect(try await first == .milliseconds(30))
        // The second one follows at once, or goes its own way if it was asked for later.
        await transport.wait(for: .ping, times: 2)
        fixture.clock.advance(by: .milliseconds(40))
        transport.emit(.pong)
        #expect(try await second == .milliseconds(40))
    }

    @Test func `a round trip that takes too long ends`() async throws {
        let (fixture, _) = try await ClientFixture.connected { $0.pingTimeout = .seconds(2) }
        let ping = Task { try await fixture.client.ping() }
        await fixture.clock.wake(after: .seconds(2))
        await #expect(throws: SocketError.timedOut) { try await ping.value }
        #expect(fixture.client.status.phase == .connected)
    }

    @Test func `no round trip is made without a connection, nor outlives it`() async throws {
        let fixture = ClientFixture()
        await #expect(throws: SocketError.notConnected) { try await fixture.client.ping() }
        let transport = try await fixture.connect()
        let ping = Task { try await fixture.client.ping() }
        await transport.wait(for: .ping)
        transport.emit(.lost)
        await #expect(throws: SocketError.notConnected) { try await ping.value }
    }
}
