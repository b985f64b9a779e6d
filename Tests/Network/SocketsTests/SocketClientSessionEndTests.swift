import AsyncPrimitives
import NetworkTestSupport
import Synchronization
import Testing

@testable import Sockets

/// Events at the same time as a session starts or ends.
@Suite(.timeLimit(.minutes(60))) struct `Ends of sessions of a socket client` {
    private static let gone = TransportEvent.closed(.goingAway)

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

    private func loseAfterResuming(_ fixture: ClientFixture, _ transport: ScriptedTransport) async throws {
        await fixture.client.resume()
        transport.emit(.text("welcome"))
        try await fixture.client.wait(for: .connected)
        try await fixture.roundTrip(on: transport)
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
        #expect(try await fixture.client.wait(for: .disconnected).failure == nil)
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
            try await fixture.roundTrip(on: transport)
        }
        try await interfere()
        #expect(fixture.client.status.phase == .suspendedIdle)
        await fixture.client.resume()
        try await interfere()
        try await loseAfterResuming(fixture, transport)
    }
}

/// A peer that closes the connection while a session is being started, which then fails as well.
@Suite(.timeLimit(.minutes(60))) struct `A session that fails at the end of its connection` {
    private struct LastWord: SocketSession {
        let error: any Error

        func start(on connection: SessionConnection, subprotocol: String?) async throws {
            while (try? await connection.receive()) != nil {}
            throw error
        }
    }

    private struct Strange: Error {}

    private static func closed(_ code: CloseCode, _ reason: String) -> TransportEvent {
        .ended(code: code, reason: reason)
    }

    private static let refusal = AuthenticationError("Bad CONNECT")
    private static let forbidden = SocketError.closed(code: .forbidden, reason: "no")

    private static let both: [(error: any Error, ending: TransportEvent, failure: SocketError)] = [
        (refusal, closed(.normal, ""), .unauthenticated("Bad CONNECT")),
        (
            refusal, closed(.policyViolation, "locked out"),
            .unauthenticated("Bad CONNECT", cause: .closed(code: .policyViolation, reason: "locked out"))
        ),
        (refusal, closed(.forbidden, "no"), .unauthenticated("Bad CONNECT", cause: forbidden)),
        (refusal, closed(.tryAgainLater, "later"), .closed(code: .tryAgainLater, reason: "later")),
        (
            Strange(), closed(.protocolError, "which?"),
            .noSession("Strange() (closed by the peer with code 1002: which?)")
        ),
        (Strange(), .abnormal(.connectionLost("reset")), .noSession("Strange() (connection lost: reset)")),
        (
            SocketError.incompatible("SMTP"), closed(.protocolError, "which?"),
            .incompatible("SMTP (closed by the peer with code 1002: which?)")
        ),
        (
            SocketError.incompatible("SMTP"), closed(.tryAgainLater, "later"),
            .closed(code: .tryAgainLater, reason: "later")
        ),
        (
            Strange(), closed(.forbidden, "no"),
            .unauthenticated("no (closed by the peer with code 3003)", cause: forbidden)
        ),
        (SocketError.notConnected, closed(.policyViolation, "no"), .closed(code: .policyViolation, reason: "no")),
        (
            SocketError.notConnected, .ended(code: .policyViolation, reason: "no", error: .connectionLost("reset")),
            .closed(code: .policyViolation, reason: "no")
        ),
        (
            SocketError.notConnected, .ended(code: .noStatus, error: .connectionLost("reset")),
            .transport(.connectionLost("reset"))
        ),
    ]

    @Test(arguments: both)
    func `passes on what both say`(error: any Error, ending: TransportEvent, failure: SocketError) async throws {
        let fixture = ClientFixture(session: LastWord(error: error))
        let transport = await fixture.opening()
        transport.emit(ending)
        #expect(try await fixture.client.wait { $0.failure != nil }.failure == failure)
    }

    @Test func `is shown on one line, and not at any length`() async throws {
        let words = String(repeating: "no\n", count: 1_000_000)
        for error in [AuthenticationError(words) as any Error, SocketError.noSession(words)] {
            let fixture = ClientFixture(session: LastWord(error: error))
            let transport = await fixture.opening()
            transport.emit(.abnormal(.connectionLost("")))
            let failure = try await fixture.client.wait { $0.failure != nil }.failure
            let text = try #require(failure.map { "\($0)" })
            #expect(text.contains("no no no"))
            #expect(text.utf8.count < 5_000)
        }
    }
}
