import NetworkTestSupport
import Sockets
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `Owning a socket client` {
    enum Moment: CaseIterable {
        case disconnected, asking, opening, startingSession, connected, stalled, delayed, waiting, suspended, closing
    }

    private struct Unwelcome: SocketSession {
        func start(on connection: SessionConnection, subprotocol: String?) async throws {
            throw AuthenticationError("go away")
        }
    }

    private func client(at moment: Moment, _ network: ScriptedNetwork, _ clock: ManualClock) async throws
        -> SocketClient
    {
        var configuration = SocketClient.Configuration()
        configuration.messageLimit = 1
        let sessions: [Moment: any SocketSession] = [.startingSession: Ceremony(), .closing: Unwelcome()]
        let client = SocketClient(
            configuration: configuration, clock: clock, session: sessions[moment],
            transport: { network.makeTransport() },
            request: { _ in
                if moment == .asking { await endOfTask() }
                return ConnectionRequest(to: ClientFixture.address)
            })
        if moment == .disconnected { return client }
        await client.connect()
        if moment == .asking { return client }
        let transport = await network.transport(1)
        if moment == .opening { return client }
        transport.emit(moment == .waiting ? .lost : .opened(subprotocol: nil))
        switch moment {
        case .disconnected, .asking, .opening: break
        case .startingSession: try await client.wait(for: .startingSession)
        case .connected: try await client.wait(for: .connected)
        case .stalled:
            try await client.wait(for: .connected)
            for _ in 1...3 { transport.emit(.text("")) }
        case .delayed:
            try await client.wait(for: .connected)
            transport.emit(.lost)
            try await client.wait { $0.wait != nil }
        case .waiting:
            try await client.wait { $0.wait != nil }
            await client.connect()
            await network.transport(2).emit(.lost)
            try await client.wait(for: .reconnectingWaiting)
        case .suspended:
            try await client.wait(for: .connected)
            await client.suspend()
        case .closing: try await client.wait(for: .disconnecting)
        }
        return client
    }

    @Test(arguments: Moment.allCases)
    func `letting go of a client closes everything, whatever it is doing`(moment: Moment) async throws {
        let network = ScriptedNetwork()
        let clock = ManualClock()
        var client: SocketClient? = try await client(at: moment, network, clock)
        weak let remaining = client
        let messages = client?.messages()
        let states = client?.statusUpdates
        client = nil
        if let messages { for await _ in messages {} }
        if let states { for await _ in states {} }
        #expect(remaining == nil)
        // The thread that released it last may still be releasing its parts.
        await yieldWhile("the client's timers sleep") { clock.due != [] }
        for number in 0..<network.count {
            await network.transport(number + 1).wait(for: .abort)
        }
    }

    @Test func `a client that lives on lets go of each connection that is over`() async throws {
        let fixture = ClientFixture()
        weak var first: ScriptedTransport?
        do {
            let transport = try await fixture.connect()
            first = transport
            transport.emit(.lost)
            try await fixture.endWait(for: 2)
            try await fixture.open(2)
        }
        fixture.network.forget()
        await yieldWhile("the task that has read from the connection keeps it") { first != nil }
        #expect(fixture.client.status.phase == .connected)
    }

    @Test func `a client lets go of a connection that is over, even if a consumer has held it up`() async throws {
        let session = Ceremony(isDone: true)
        let fixture = ClientFixture(configure: { $0.messageLimit = 1 }, session: session)
        let slow = fixture.client.messages()
        await fixture.client.connect()
        weak var first: ScriptedTransport?
        do {
            let transport = await fixture.network.transport(1)
            first = transport
            transport.emit(.opened(subprotocol: nil))
            for text in ["welcome", "taken in", "held"] { transport.emit(.text(text)) }
            try await fixture.client.wait(for: .connected)
            await fixture.waitForStall()
            session.connections.withLock { connections in
                connections.first?.fail(.peerSilent)
                connections = []
            }
            try await fixture.client.wait { $0.failure == .peerSilent }
        }
        fixture.network.forget()
        await yieldWhile("the task that has read from the connection keeps it") { first != nil }
        var messages = slow.makeAsyncIterator()
        for text in ["taken in", "held"] { #expect(await messages.next() == .text(text)) }
    }

    @Test func `two tasks that read one sequence of messages are refused`() async {
        await #expect(processExitsWith: .failure) {
            let fixture = ClientFixture()
            let messages = fixture.client.messages()
            async let first: Void = { for await _ in messages {} }()
            async let second: Void = { for await _ in messages {} }()
            _ = await (first, second, fixture.client.disconnect())
        }
    }
}
