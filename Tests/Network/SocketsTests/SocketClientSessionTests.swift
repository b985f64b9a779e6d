import AsyncPrimitives
import NetworkTestSupport
import Sockets
import StatePattern
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `Sessions of a socket client` {
    /// Says hello, and waits until the peer says welcome; says bye at the end.
    private struct Greeting: SocketSession {
        func start(on connection: SessionConnection, subprotocol: String?) async throws {
            try await connection.send(.text("hello \(subprotocol ?? "")"))
            switch try await connection.receive() {
            case .text("welcome"): return
            case .text("who are you?"): throw AuthenticationError("unknown")
            case let answer: throw Strange(answer: "\(answer)")
            }
        }

        func end(on connection: SessionConnection) async {
            try? await connection.send(.text("bye"))
            _ = try? await connection.receive()
        }
    }

    private struct Strange: Error { let answer: String }

    private func greeted() async -> (ClientFixture, ScriptedTransport) {
        let fixture = ClientFixture(session: Greeting())
        await fixture.client.connect()
        let transport = await fixture.network.transport(1)
        transport.emit(.opened(subprotocol: "v1"))
        await transport.wait(for: .send(.text("hello v1")))
        return (fixture, transport)
    }

    @Test func `a session is started on every connection, before anything is sent`() async throws {
        let (fixture, transport) = await greeted()
        try await fixture.client.send(.text("news"))
        #expect(fixture.client.status.phase == .startingSession)
        transport.emit(.text("welcome"))
        try await fixture.client.wait(for: .connected)
        #expect(transport.sent == [.text("hello v1"), .text("news")])
        transport.emit(.lost)
        let second = try await fixture.endWait(for: 2)
        second.emit(.opened(subprotocol: nil))
        await second.wait(for: .send(.text("hello ")))
        #expect(second.sent.count == 1)
        second.emit(.text("welcome"))
        #expect(try await fixture.client.wait(for: .connected).session == 2)
    }

    @Test func `a session that the peer does not accept disconnects the client`() async throws {
        let (fixture, transport) = await greeted()
        transport.emit(.text("who are you?"))
        try await fixture.client.wait(for: .disconnecting)
        await transport.wait(for: .close(.normal))
        transport.emit(.closed(.normal))
        #expect(try await fixture.client.wait(for: .disconnected).failure == .unauthenticated("unknown"))
    }

    @Test func `a session with a peer of another protocol disconnects the client, however late`() async throws {
        let session = Ceremony(isDone: true)
        let fixture = ClientFixture(session: session)
        let transport = await fixture.opening()
        transport.emit(.text("welcome"))
        try await fixture.client.wait(for: .connected)
        session.connections.withLock { $0.last }?.fail(.incompatible("SMTP"))
        await transport.wait(for: .close(.normal))
        transport.emit(.closed(.normal))
        #expect(try await fixture.client.wait(for: .disconnected).failure == .incompatible("SMTP"))
    }

    @Test func `suspending ends the session and keeps the connection; resuming starts another one`() async throws {
        let (fixture, transport) = await greeted()
        transport.emit(.text("welcome"))
        try await fixture.client.wait(for: .connected)
        await fixture.client.suspend()
        await transport.wait(for: .send(.text("bye")))
        await fixture.client.resume()
        // The end of the last session comes before the start of the next one.
        #expect(transport.sent == [.text("hello v1"), .text("bye")])
        transport.emit(.text("bye"))
        await transport.wait(for: .send(.text("hello v1")), times: 2)
        transport.emit(.text("welcome"))
        #expect(try await fixture.client.wait(for: .connected).session == 2)
        #expect(transport.sent.last == .text("hello v1"))
        #expect(fixture.network.count == 1)
    }

    @Test func `suspending and resuming in turn opens no connection sooner than the waits allow`() async throws {
        let fixture = ClientFixture()
        try await fixture.connect().emit(.lost)
        #expect(try await fixture.client.wait { $0.wait != nil }.wait == .seconds(1))
        for _ in 1...100 {
            await fixture.client.suspend()
            await fixture.client.resume()
        }
        #expect(fixture.network.count == 1)
        fixture.clock.advance(by: .seconds(1))
        _ = await fixture.network.transport(2)
        #expect(fixture.network.count == 2)
    }

    @Test func `an attempt fails at its deadline although the client was suspended in between`() async throws {
        let fixture = ClientFixture()
        await fixture.client.connect()
        _ = await fixture.network.transport(1)
        await fixture.client.suspend()
        await fixture.clock.wake(after: .seconds(10))
        let status = try await fixture.client.wait { $0.wait != nil }
        #expect(status.phase == .suspendedReconnectingWaiting)
        #expect(status.failure == .timedOut)
    }

    @Test func `a connection that was of use for long lets the waits begin anew, even if it was ended on purpose`()
        async throws
    {
        let fixture = ClientFixture()
        try await fixture.connect().emit(.lost)
        try await fixture.endWait(for: 2)
        let transport = try await fixture.open(2)
        fixture.clock.advance(by: .seconds(10))
        async let closed: Void = fixture.client.disconnect()
        try await fixture.client.wait(for: .disconnecting)
        transport.emit(.closed(.normal))
        await closed
        try await fixture.connect(3).emit(.lost)
        #expect(try await fixture.client.wait { $0.wait != nil }.wait == .seconds(1))
    }

    @Test func `connections that a session risks on purpose do not make the waits longer`() async throws {
        let session = Ceremony(isDone: true)
        let fixture = ClientFixture(session: session)
        await fixture.client.connect()
        for (number, isProvoked) in [true, true, false, true, false].enumerated() {
            let transport = await fixture.network.transport(number + 1)
            transport.emit(.opened(subprotocol: nil))
            transport.emit(.text("welcome"))
            try await fixture.client.wait { $0.phase == .connected && $0.attempt == number + 1 }
            session.connections.withLock { $0.last }?.setEndProvoked(isProvoked)
            transport.emit(.lost)
            let wait = try #require(await fixture.client.wait { $0.wait != nil }.wait)
            let expected = number == 4 ? 1.6 : 1
            #expect(abs(wait / .seconds(1) - expected) < 1e-9)
            fixture.clock.advance(by: wait)
        }
    }

    @Test func `a request that cannot be made fails the attempt, or disconnects`() async throws {
        struct Offline: Error {}
        let fixture = ClientFixture(request: { attempt in
            if attempt == 1 { throw Offline() }
            throw AuthenticationError("no token")
        })
        await fixture.client.connect()
        #expect(try await fixture.client.wait { $0.wait != nil }.failure == .noRequest("Offline()"))
        fixture.clock.advance(by: .seconds(1))
        #expect(try await fixture.client.wait(for: .disconnected).failure == .unauthenticated("no token"))
        #expect(fixture.network.count == 0)
    }
}
