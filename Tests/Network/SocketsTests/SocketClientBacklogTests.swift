import AsyncPrimitives
import NetworkTestSupport
import Sockets
import Testing

@Suite(.timeLimit(.minutes(60))) struct `Messages that wait for the network` {
    /// A client, and messages of which its transport has got the first one and has not sent it.
    private func withBacklog(
        of count: Int, session: (any SocketSession)? = nil
    ) async throws -> (fixture: ClientFixture, transport: ScriptedTransport, sends: [PendingSend]) {
        let fixture = ClientFixture(session: session)
        let transport = await fixture.opening()
        if session != nil { transport.emit(.text("welcome")) }
        try await fixture.client.wait(for: .connected)
        transport.holdSends()
        var sends: [PendingSend] = []
        for message in texts(1...count) { sends.append(try await fixture.client.send(message)) }
        return (fixture, transport, sends)
    }

    @Test func `are handed over one at a time, each when the system has taken the one before`() async throws {
        let (fixture, transport, sends) = try await withBacklog(of: 3)
        for number in 1...3 {
            #expect(transport.sent == texts(1...number))
            transport.finishSends()
            try await sends[number - 1].sent()
        }
        #expect(fixture.client.status.failure == nil)
    }

    @Test func `go out on the next connection but for the one that was begun, in order, before newer ones`()
        async throws
    {
        let (fixture, transport, sends) = try await withBacklog(of: 4)
        transport.emit(.lost)
        await #expect(throws: SocketError.transport(.aborted)) { try await sends[0].sent() }
        try await fixture.client.wait { $0.wait != nil }
        try await fixture.client.send(.text("5"))
        try await fixture.endWait(for: 2)
        let second = try await fixture.open(2)
        try await fixture.client.send(.text("6")).sent()
        for send in sends[1...] { try await send.sent() }
        #expect(transport.sent == texts(1...1))
        #expect(second.sent == texts(2...6))
    }

    @Test func `are still handed over before the last word of a session that is suspended`() async throws {
        let session = Ceremony(isDone: true)
        let (fixture, transport, _) = try await withBacklog(of: 3, session: session)
        await fixture.client.suspend()
        await transport.wait(for: .send(.text("bye")))
        #expect(transport.sent == texts(1...3) + [.text("bye")])
    }

    @Test func `are still handed over before the connection is closed`() async throws {
        let (fixture, transport, sends) = try await withBacklog(of: 3)
        async let closed: Void = fixture.client.disconnect()
        await transport.wait(for: .close(.normal))
        #expect(transport.calls.last == .close(.normal))
        #expect(transport.sent == texts(1...3))
        transport.finishSends()
        for send in sends { try await send.sent() }
        transport.emit(.closed(.normal))
        await closed
    }

    @Test func `fail when the client is disconnected while it has no connection`() async throws {
        let (fixture, transport, sends) = try await withBacklog(of: 3)
        transport.emit(.lost)
        try await fixture.client.wait { $0.wait != nil }
        await fixture.client.disconnect()
        for send in sends[1...] { await #expect(throws: SocketError.disconnected) { try await send.sent() } }
        await fixture.client.connect()
        let next = await fixture.network.transport(2)
        next.emit(.opened(subprotocol: nil))
        try await fixture.client.wait(for: .connected)
        #expect(next.sent.isEmpty)
    }

    @Test func `have no more bytes than the limit, but a single one may be larger`() async throws {
        let fixture = ClientFixture(configure: { $0.sendByteLimit = 10 })
        await fixture.client.connect()
        try await fixture.client.send(.text("ääää"))
        await #expect(throws: SocketError.queueIsFull(limit: 10, ofBytes: true)) {
            try await fixture.client.send(.binary([1, 2, 3]))
        }
        try await fixture.client.send(.binary([1, 2]))
        let transport = try await fixture.open(1)
        let large = Socket.Message.binary([UInt8](repeating: 1, count: 100))
        try await fixture.client.send(large).sent()
        transport.holdSends()
        try await fixture.client.send(large)
        await #expect(throws: SocketError.queueIsFull(limit: 10, ofBytes: true)) {
            try await fixture.client.send(.text("1"))
        }
        transport.finishSends()
        try await fixture.client.send(.text("1"))
        #expect(transport.sent.count == 5)
    }
}
