import NetworkTestSupport
import Sockets
import Testing

@Suite(.timeLimit(.minutes(60))) struct `Events of a socket client` {
    private func words(_ event: SocketClient.Event) -> String {
        switch event {
        case .status(let status): "\(status.phase)"
        case .message(.text(let text)): text
        case .message(.binary): "binary"
        }
    }

    private func read(_ count: Int = .max, from events: SocketClient.Stream<SocketClient.Event>) async -> [String] {
        var read: [String] = []
        for await event in events {
            read.append(words(event))
            if read.count == count { break }
        }
        return read
    }

    @Test func `come in the order in which they happened, from the current status on, over any number of connections`()
        async throws
    {
        var fixture: ClientFixture? = ClientFixture()
        guard let events = fixture?.client.events(), let first = try await fixture?.connect() else { return }
        first.emit(.text("1"))
        first.emit(.text("2"))
        first.emit(.lost)
        try await fixture?.endWait(for: 2)
        let second = try await fixture?.open(2)
        second?.emit(.text("3"))
        await second?.waitForReader()
        await fixture?.client.suspend()
        second?.emit(.text("4, which belongs to no session"))
        await second?.waitForReader()
        await fixture?.client.resume()
        second?.emit(.text("5"))
        await second?.waitForReader()
        fixture = nil
        let attempting = "Reconnecting/Attempting"
        #expect(
            await read(from: events) == [
                "Disconnected", "Connecting", "StartingSession", "Connected", "1", "2", attempting, attempting,
                "StartingSession", "Connected", "3", "Suspended/Idle", "StartingSession", "Connected", "5",
            ])
    }

    @Test func `are not stopped by a consumer that may miss the oldest`() async throws {
        let fixture = ClientFixture(configure: { $0.messageLimit = 2 })
        let events = fixture.client.events(droppingOldest: true)
        let messages = fixture.client.messages(droppingOldest: true)
        let transport = try await fixture.connect()
        for number in 1...5 { transport.emit(.text("\(number)")) }
        await transport.waitForReader()
        #expect(await read(2, from: events) == ["4", "5"])
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next() == .text("4"))
    }

    @Test func `hold nothing up with statuses: without room, the latest replaces the one before`() async throws {
        var fixture: ClientFixture? = ClientFixture(configure: { $0.messageLimit = 2 })
        guard let events = fixture?.client.events() else { return }
        for attempt in 1...20 {
            try await fixture?.connect(attempt)
            await fixture?.network.transport(attempt).emit(.closed(.unauthorized))
            try await fixture?.client.wait(for: .disconnected)
        }
        await fixture?.finishJob()  // The sequence has the last status then, too.
        fixture = nil
        #expect(await read(from: events) == ["Disconnected", "Disconnected"])
    }

    @Test func `that are messages do not arrive after disconnect has returned, and statuses do`() async throws {
        var fixture: ClientFixture? = ClientFixture()
        guard let transport = try await fixture?.connect(), let events = fixture?.client.events() else { return }
        transport.emit(.text("unread"))
        await transport.waitForReader()
        async let closed: Void? = fixture?.client.disconnect()
        await transport.wait(for: .close(.normal))
        transport.emit(.closed(.normal))
        _ = await closed
        fixture = nil
        #expect(await read(from: events) == ["Connected", "Disconnecting", "Disconnected"])
    }

    @Test func `a wait ends with an error when its task is cancelled`() async {
        let fixture = ClientFixture()
        let waiting = Task { try await fixture.client.wait(for: .connected) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
    }
}
