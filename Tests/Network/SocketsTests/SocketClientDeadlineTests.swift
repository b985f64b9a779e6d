import AsyncPrimitives
import NetworkTestSupport
import Sockets
import Synchronization
import TestSupport
import Testing

/// Events at the same moment as a deadline passes.
@Suite(.timeLimit(.minutes(60))) struct `Deadlines of a socket client` {
    @Test func `a deadline that passes just before the connection stands does not end it`() async throws {
        let fixture = ClientFixture { $0.connectTimeout = .seconds(10) }
        await fixture.client.connect()
        try await fixture.client.send(.text("the first"))
        let transport = await fixture.network.transport(1)
        await fixture.clock.waitForSleepers(due: .seconds(10))
        transport.whenSending { [clock = fixture.clock] in clock.advance(by: .seconds(10)) }
        transport.emit(.opened(subprotocol: nil))
        try await fixture.client.wait(for: .connected)
        try await fixture.roundTrip(on: transport)
        #expect(fixture.client.status.phase == .connected)
        #expect(!transport.calls.contains(.abort))
    }

    @Test func `the deadline of a session does not cut a closing that has begun`() async throws {
        let fixture = ClientFixture(configure: { $0.connectTimeout = .seconds(10) }, session: Ceremony())
        let transport = await fixture.opening()
        try await fixture.client.wait(for: .startingSession)
        try await expectOrderlyClosing(of: fixture, transport, when: .seconds(10))
    }

    @Test func `a refusal is one, even if the session that starts gets it only by its deadline`() async throws {
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
        await transport.wait(for: .ping)
        try await expectOrderlyClosing(of: fixture, transport, when: .seconds(5))
    }

    /// Disconnects just after a sleeper that is due then and all others within ten seconds have been woken, and expects that
    /// the peer may close the connection.
    private func expectOrderlyClosing(
        of fixture: ClientFixture, _ transport: ScriptedTransport, when due: Duration
    ) async throws {
        await fixture.clock.waitForSleepers(due: due)
        async let closed: Void = fixture.client.disconnect { fixture.clock.advance(by: .seconds(10)) }
        await transport.wait(for: .close(.normal))
        try await fixture.roundTrip(on: transport)
        #expect(fixture.client.status.phase == .disconnecting)
        #expect(!transport.calls.contains(.abort))
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

/// The waits of a client with connections that last, and are of no use nevertheless.
@Suite(.timeLimit(.minutes(60))) struct `The waits of a socket client` {
    /// In milliseconds.
    private static let growing = [1000.0, 1600, 2560]
    private static let constant = [1000.0, 1000, 1000]

    /// Waits until an attempt or a connection has failed. Returns the wait after it, in milliseconds.
    private func wait(of fixture: ClientFixture) async throws -> Double {
        let wait = try await fixture.client.wait { $0.wait != nil }.wait ?? .zero
        return (wait / .milliseconds(1)).rounded()
    }

    /// Lets connections end in the same way, each one after the client is connected. Returns the waits after them, in
    /// milliseconds.
    private func waits(
        of fixture: ClientFixture, _ endConnection: (ScriptedTransport) async -> Void
    ) async throws -> [Double] {
        var waits: [Double] = []
        await fixture.client.connect()
        for number in 1...3 {
            let transport = try await fixture.open(number)
            await fixture.clock.waitForSleepers(due: .seconds(5))
            await endConnection(transport)
            waits.append(try await wait(of: fixture))
            try await fixture.endWait(for: number + 1)
        }
        return waits
    }

    /// Lets a connection to a silent peer end: the peer is pinged after 20 s, and has 10 s to answer.
    private func passSilence(of fixture: ClientFixture, _ transport: ScriptedTransport) async {
        fixture.clock.advance(by: .seconds(20))
        await transport.wait(for: .ping)
        await fixture.pass(.seconds(10))
    }

    @Test func `grow when the peer never says anything, although each connection lasts for 30 s`() async throws {
        let fixture = ClientFixture()
        #expect(try await waits(of: fixture) { await passSilence(of: fixture, $0) } == Self.growing)
    }

    @Test func `start over when the peer has become silent after a long use`() async throws {
        let fixture = ClientFixture()
        let waits = try await waits(of: fixture) { transport in
            fixture.clock.advance(by: .seconds(15))
            await fixture.clock.waitForSleepers(due: .seconds(5))
            transport.emit(.text("news"))
            await transport.waitForReader()
            fixture.clock.advance(by: .seconds(5))
            // The client has noticed then that something came in.
            await fixture.clock.waitForSleepers(due: .seconds(5))
            await passSilence(of: fixture, transport)
        }
        #expect(waits == Self.constant)
    }

    @Test func `grow when the session aborts its connection each time, however late that is`() async throws {
        let session = Ceremony(isDone: true)
        let fixture = ClientFixture(session: session)
        await fixture.client.connect()
        var waits: [Double] = []
        for number in 1...3 {
            let transport = await fixture.network.transport(number)
            transport.emit(.opened(subprotocol: nil))
            transport.emit(.text("welcome"))
            try await fixture.client.wait { $0.phase == .connected && $0.attempt == number }
            fixture.clock.advance(by: .seconds(15))
            session.connections.withLock { $0.last }?.fail(.noSession("a message that cannot be read"))
            waits.append(try await wait(of: fixture))
            try await fixture.endWait(for: number + 1)
        }
        #expect(waits == Self.growing)
    }
}
