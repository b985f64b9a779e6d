import NetworkTestSupport
import Sockets
import TestSupport
import Testing

/// Events at the same moment as a deadline passes.
@Suite(.timeLimit(.minutes(10))) struct `Deadlines of a socket client` {
    @Test func `a deadline that passes just before the connection stands does not end it`() async throws {
        let fixture = ClientFixture { $0.connectTimeout = .seconds(10) }
        await fixture.client.connect()
        try await fixture.client.send(.text("the first"))
        let transport = await fixture.network.transport(1)
        await fixture.clock.waitForSleepers(1)
        transport.whenSending { [clock = fixture.clock] in clock.advance(by: .seconds(10)) }
        transport.emit(.opened(subprotocol: nil))
        try await fixture.client.wait(for: .connected)
        await fixture.settle()
        #expect(fixture.client.status.phase == .connected)
        #expect(!transport.calls.contains(.abort))
    }

    @Test func `the deadline of a session does not cut a closing that has begun`() async throws {
        let fixture = ClientFixture(configure: { $0.connectTimeout = .seconds(10) }, session: Ceremony())
        let transport = await fixture.opening()
        try await fixture.client.wait(for: .startingSession)
        try await expectOrderlyClosing(of: fixture, transport, after: .seconds(10))
    }

    @Test func `a refusal is one, even if the session that starts learns of it only by its deadline`() async throws {
        let fixture = ClientFixture(configure: { $0.connectTimeout = .seconds(10) }, session: Ceremony())
        let transport = await fixture.opening()
        try await fixture.client.wait(for: .startingSession)
        transport.emit(.text("the session goes on to something else"))
        transport.emit(.closed(CloseCode(rawValue: 3000), reason: "not you"))
        await fixture.waitForDraining()
        fixture.clock.advance(by: .seconds(10))
        try await fixture.client.wait(for: .disconnected)
        guard case .unauthenticated? = fixture.client.status.failure else {
            Issue.record("\(fixture.client.status)")
            return
        }
    }

    @Test func `a silence does not cut a closing that has begun`() async throws {
        let (fixture, transport) = try await ClientFixture.connected()
        await fixture.pass(.seconds(20))
        await transport.waitForCalls(2)
        try await expectOrderlyClosing(of: fixture, transport, after: .seconds(10))
    }

    @Test func `a ping comes when nothing has come in for the interval, and not much later`() async throws {
        let (fixture, transport) = try await ClientFixture.connected {
            $0.pingInterval = .seconds(20)
            $0.pingTimeout = .seconds(10)
        }
        await fixture.pass(.seconds(1))
        transport.receiveBytes(1)
        // Silence is looked for four times in an interval.
        for number in 1...3 {
            #expect((20...25).contains(await secondsToPing(number, fixture.clock, transport)))
            transport.emit(.pong)
            await transport.waitForReader()
        }
        #expect(fixture.client.status.phase == .connected)
    }

    /// Lets time pass until there are so many pings.
    private func secondsToPing(_ number: Int, _ clock: ManualClock, _ transport: ScriptedTransport) async -> Int {
        for seconds in 0...60 {
            await clock.waitForSleepers(1)
            if transport.calls.count(where: { $0 == .ping }) == number { return seconds }
            clock.advance(by: .seconds(1))
        }
        return .max
    }

    /// Disconnects just after so much time has passed, and expects that the peer is let to close the connection.
    private func expectOrderlyClosing(
        of fixture: ClientFixture, _ transport: ScriptedTransport, after time: Duration
    ) async throws {
        await fixture.clock.waitForSleepers(2 - (transport.calls.contains(.ping) ? 1 : 0))
        async let closed: Void = fixture.client.disconnect { fixture.clock.advance(by: time) }
        try await fixture.client.wait(for: .disconnecting)
        await fixture.settle()
        #expect(fixture.client.status.phase == .disconnecting)
        #expect(transport.calls.last == .close(.normal))
        transport.emit(.closed(.normal))
        await closed
    }
}

extension SocketClient {
    /// Disconnects just after something, so that nobody else has a turn in between.
    fileprivate func disconnect(after event: @Sendable () -> Void) async {
        event()
        await disconnect()
    }
}
