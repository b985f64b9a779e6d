import AsyncPrimitives
import NetworkTestSupport
import Sockets
import Synchronization
import TestSupport
import Testing

/// Events at the same time as a session starts or ends.
@Suite(.timeLimit(.minutes(10))) struct `Ends of sessions of a socket client` {
    private static let gone = TransportEvent.closed(.goingAway)

    /// Connects, on a connection on which the peer says this.
    private func connect(_ fixture: ClientFixture, hearing texts: String...) async -> ScriptedTransport {
        let transport = await fixture.opening()
        for text in texts { transport.emit(.text(text)) }
        await transport.waitForReader()
        return transport
    }

    @Test func `what comes before the peer closes is delivered, even if the session starts only then`() async throws {
        let session = Ceremony()
        let fixture = ClientFixture(session: session)
        var messages = fixture.client.messages().makeAsyncIterator()
        let transport = await connect(fixture, hearing: "welcome", "news")
        transport.emit(Self.gone)
        await fixture.waitForDraining()
        session.isDone.fulfill(with: .success(()))
        #expect(try await fixture.client.wait { $0.wait != nil }.failure == .closed(code: .goingAway, reason: ""))
        let second = try await fixture.endWait(for: 2)
        second.emit(.opened(subprotocol: nil))
        for text in ["welcome", "more"] { second.emit(.text(text)) }
        #expect(await messages.next() == .text("news"))
        #expect(await messages.next() == .text("more"))
    }

    @Test func `a peer that has gone while the session was starting is not waited for by who is suspended`() async {
        let fixture = ClientFixture(session: Ceremony())
        let transport = await connect(fixture, hearing: "welcome")
        transport.emit(Self.gone)
        await fixture.waitForDraining()
        await fixture.client.suspend()
        #expect(fixture.client.status.phase == .suspendedReconnectingAttempting)
        #expect(fixture.client.status.failure == .closed(code: .goingAway, reason: ""))
        #expect(transport.calls.last == .abort)
    }

    /// Connects, and suspends; the session's end is over when this returns.
    private func suspended(_ session: Ceremony) async throws -> (ClientFixture, ScriptedTransport) {
        session.isDone.fulfill(with: .success(()))
        let fixture = ClientFixture(session: session)
        let transport = await connect(fixture, hearing: "welcome")
        try await fixture.client.wait(for: .connected)
        await fixture.client.suspend()
        await fixture.waitForExchange()
        #expect(transport.sent == [.text("bye")])
        return (fixture, transport)
    }

    /// Resumes, and lets the connection break.
    private func loseAfterResuming(_ fixture: ClientFixture, _ transport: ScriptedTransport) async throws {
        await fixture.client.resume()
        transport.emit(.text("welcome"))
        try await fixture.client.wait(for: .connected)
        await fixture.settle()
        #expect(fixture.client.status.phase == .connected)
        transport.emit(.lost)
        let status = try await fixture.client.wait { $0.phase != .connected }
        #expect(status.phase == .reconnectingAttempting)
        #expect(status.failure == .transport(.connectionLost("end of stream")))
    }

    @Test func `an end that one session expects is none that the next one does`() async throws {
        let (fixture, transport) = try await suspended(Ceremony(endsConnection: true))
        try await loseAfterResuming(fixture, transport)
    }

    @Test func `an end that a session expects when it is ended is one`() async throws {
        let (fixture, transport) = try await suspended(Ceremony(endsConnection: true))
        transport.emit(Self.gone)
        let status = try await fixture.client.wait(for: .disconnected)
        #expect(status.failure == nil)
    }

    @Test func `a session that is over has no say on the connection any more`() async throws {
        let session = Ceremony()
        let (fixture, transport) = try await suspended(session)
        let old = session.connections.withLock { $0 }
        #expect(old.count == 2)  // One to start it on, one to end it on.
        func interfere() async throws {
            for connection in old {
                connection.fail(.peerSilent)
                await connection.expectEnd()
            }
            await fixture.settle()
        }
        try await interfere()
        #expect(fixture.client.status.phase == .suspendedIdle)
        await fixture.client.resume()
        try await interfere()
        try await loseAfterResuming(fixture, transport)
    }
}
