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

    private func fixture(at moment: Moment) async throws -> ClientFixture {
        let sessions: [Moment: any SocketSession] = [.startingSession: Ceremony(), .closing: Unwelcome()]
        let fixture = ClientFixture(
            configure: { $0.messageLimit = 1 }, session: sessions[moment],
            request: { _ in
                if moment == .asking { await endOfTask() }
                return ConnectionRequest(to: ClientFixture.address)
            })
        let client = fixture.client
        if moment == .disconnected { return fixture }
        await client.connect()
        if moment == .asking { return fixture }
        let transport = await fixture.network.transport(1)
        if moment == .opening { return fixture }
        transport.emit(moment == .waiting ? .lost : .opened(subprotocol: nil))
        switch moment {
        case .disconnected, .asking, .opening: break
        case .startingSession: try await client.wait(for: .startingSession)
        case .waiting:
            try await fixture.endWait(for: 2).emit(.lost)
            try await client.wait(for: .reconnectingWaiting)
        case .closing: try await client.wait(for: .disconnecting)
        case .connected, .stalled, .delayed, .suspended:
            try await client.wait(for: .connected)
            if moment == .stalled { for _ in 1...3 { transport.emit(.text("")) } }
            if moment == .delayed { transport.emit(.lost) }
            if moment == .delayed { try await client.wait { $0.wait != nil } }
            if moment == .suspended { await client.suspend() }
        }
        return fixture
    }

    @Test(arguments: Moment.allCases)
    func `letting go of a client closes everything, whatever it is doing`(moment: Moment) async throws {
        var fixture: ClientFixture? = try await fixture(at: moment)
        guard let clock = fixture?.clock, let network = fixture?.network else { return }
        weak let remaining = fixture?.client
        let messages = fixture?.client.messages()
        let states = fixture?.client.statusUpdates
        fixture = nil
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
}
