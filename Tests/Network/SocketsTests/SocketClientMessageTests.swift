import NetworkTestSupport
import AsyncPrimitives
import Sockets
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct `Messages of a socket client` {
    private func read(_ count: Int, from messages: SocketClient.Stream<Socket.Message>) async -> [Socket.Message] {
        var read: [Socket.Message] = []
        for await message in messages {
            read.append(message)
            if read.count == count { break }
        }
        return read
    }

    @Test func `a consumer that goes away does not stall the client`() async throws {
        let fixture = ClientFixture(configure: { $0.messageLimit = 1 })
        var slow: SocketClient.Stream<Socket.Message>? = fixture.client.messages()
        let transport = try await fixture.connect()
        for number in 1...5 { transport.emit(.text("\(number)")) }
        _ = slow
        slow = nil
        await transport.waitForReader()
    }

    @Test func `a peer that a consumer stalls is not taken for silent`() async throws {
        let fixture = ClientFixture(configure: { $0.messageLimit = 1 })
        let slow = fixture.client.messages()
        let transport = try await fixture.connect()
        for number in 1...3 { transport.emit(.text("\(number)")) }
        await fixture.waitForStall()
        for _ in 1...3 { await fixture.pass(.seconds(30)) }
        #expect(await read(3, from: slow) == texts(1...3))
        #expect(fixture.client.status.phase == .connected)
    }

    @Test func `a connection that cannot be written to is lost, even if a consumer lets nothing come in`() async throws
    {
        let fixture = ClientFixture(configure: { $0.messageLimit = 1 })
        let slow = fixture.client.messages()
        let transport = try await fixture.connect()
        for number in 1...3 { transport.emit(.text("\(number)")) }
        await fixture.waitForStall()
        transport.holdSends()
        let sending = try await fixture.client.send(.text("into the void"))
        transport.finishSends(.connectionLost("broken pipe"))
        await #expect(throws: SocketError.transport(.connectionLost("broken pipe"))) { try await sending.sent() }
        await fixture.waitForSendError()
        await fixture.pass(.seconds(20))
        let status = try await fixture.client.wait { $0.failure != nil }
        #expect(status.failure == .transport(.connectionLost("broken pipe")))
        withExtendedLifetime(slow) {}
    }

    /// A session that takes its time on the second connection.
    private final class Leisure: SocketSession {
        let connections = Mutex<[SessionConnection]>([])
        let isDone = Promise<Void>()

        func start(on connection: SessionConnection, subprotocol: String?) async throws {
            connections.withLock { $0.append(connection) }
            if connection.attempt == 2 { try await isDone.value }
        }
    }

    @Test func `what an old connection has left comes before what a new one brings`() async throws {
        let session = Leisure()
        let fixture = ClientFixture(configure: { $0.messageLimit = 1 }, session: session)
        let slow = fixture.client.messages()
        let first = try await fixture.connect()
        for number in 1...2 { first.emit(.text("\(number)")) }
        await fixture.waitForStall()
        session.connections.withLock { $0.first }?.fail(.peerSilent)
        let second = try await fixture.endWait(for: 2)
        second.emit(.opened(subprotocol: nil))
        second.emit(.text("3"))
        await second.waitForReader()
        session.isDone.fulfill(with: .success(()))
        try await fixture.client.wait(for: .connected)
        #expect(await read(3, from: slow) == texts(1...3))
    }

    @Test func `the messages end for a task that is cancelled, and continue for others`() async throws {
        let fixture = ClientFixture()
        let messages = fixture.client.messages()
        let reader = Task { await read(.max, from: messages) }
        reader.cancel()
        #expect(await reader.value == [])
        try await fixture.connect().emit(.text("1"))
        #expect(await read(1, from: messages) == texts(1...1))
    }

    @Test func `a consumer of states that does not keep up misses the oldest`() async throws {
        var fixture: ClientFixture? = ClientFixture(configure: { $0.messageLimit = 2 })
        guard let states = fixture?.client.statusUpdates else { return }
        try await fixture?.connect()
        fixture = nil
        var phases: [Socket.Phase] = []
        for await status in states { phases.append(status.phase) }
        #expect(phases == [.startingSession, .connected])
    }

    @Test func `no more bytes than the limit wait for a consumer; the peer does, beyond that`() async throws {
        let (fixture, transport) = try await ClientFixture.connected { $0.messageByteLimit = 10 }
        let messages = fixture.client.messages()
        let texts = ["1234", "5678", "9012", "34", "a text that is larger than the limit", "5"]
        for text in texts { transport.emit(.text(text)) }
        await fixture.waitForStall()
        #expect(transport.unread == 3)
        var iterator = messages.makeAsyncIterator()
        for text in texts { #expect(await iterator.next() == .text(text)) }
    }
}
