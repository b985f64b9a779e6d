import NetworkTestSupport
@testable import STOMP
import Sockets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `A STOMP server that does not answer` {
    /// A session that is connected, and pings hardly ever.
    private func connected(
        configure: (inout StompSession.Configuration) -> Void = { _ in }
    ) async -> StompFixture {
        let fixture = StompFixture(configure: {
            $0.socket.pingInterval = .seconds(1_000_000)
            configure(&$0)
        })
        await fixture.connect()
        return fixture
    }

    /// Lets the time for acknowledgements pass, in the two steps in which the session checks them.
    private func passTime(of fixture: StompFixture) async {
        for _ in 1...2 { await fixture.clock.wake(after: .seconds(30)) }
    }

    @Test func `to a message is reported to its sender, and other messages continue`() async throws {
        let fixture = await connected()
        fixture.broker.ignore(.send)
        let send = try await fixture.session.send([49], to: "/queue/full")
        await passTime(of: fixture)
        await #expect(throws: StompError.unacknowledged) { try await send.acknowledged() }
        fixture.broker.ignoreNothing()
        try await fixture.session.send([50], to: "/queue/full").acknowledged()
        #expect(await fixture.sent(on: 1) == ["1", "2"])
    }

    @Test func `to a subscription is reported, and the subscription gets its messages`() async throws {
        let fixture = await connected()
        fixture.broker.ignore(.subscribe)
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        await passTime(of: fixture)
        await #expect(throws: StompError.unacknowledged) { try await subscription.confirmed() }
        await fixture.broker.deliver("1", to: "a", on: 1)
        #expect(try await subscription.first { _ in true }?.text == "1")
        #expect(fixture.session.status.attempt == 1)
    }

    @Test func `gets no more acknowledgements than the limit while it reads none`() async throws {
        let fixture = await connected { $0.sendByteLimit = 10_000 }
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a", acknowledgement: .individual)
        try await subscription.confirmed()
        await fixture.broker.deliver("1", to: "a", on: 1)
        let message = try #require(try await subscription.first { _ in true })
        let transport = await fixture.broker.network.transport(1)
        transport.holdSends()
        var count = 0
        while count < 100_000, (try? await fixture.session.acknowledge(message)) != nil { count += 1 }
        // What the transport has, and the limit, in frames of 11 bytes.
        #expect(count == WriteBacklog.portion / 11 + 10_000 / (11 + WriteBacklog.answerOverhead) + 1)
        await #expect(throws: StompError.queueIsFull(limit: 10_000, ofBytes: true)) {
            try await fixture.session.refuse(message)
        }
        #expect(fixture.session.status.attempt == 1)
        let calls = transport.calls.count
        transport.finishSends()
        await transport.waitForCall(calls + 1)  // The next acknowledgement.
        try await fixture.session.acknowledge(message)
    }

    @Test func `and gets more than the limit of what no one limits loses the connection`() async throws {
        let fixture = await connected { $0.sendByteLimit = 10_000 }
        await fixture.broker.network.transport(1).holdSends()
        var subscriptions: [StompSubscription] = []
        // Each ends the one before.
        while subscriptions.count < 10_000, fixture.session.status.phase == .connected {
            subscriptions.append(try await fixture.session.subscribe(to: "/topic/a", id: "a"))
        }
        let status = try await fixture.session.wait { $0.wait != nil }
        #expect(status.failure == .transport(.connectionLost("the server does not read")))
    }

    @Test func `and does not read loses the connection`() async throws {
        let fixture = await connected()
        fixture.broker.ignore(.send)
        await fixture.broker.network.transport(1).holdSends()
        try await fixture.session.send([49], to: "/queue/slow")
        await passTime(of: fixture)
        let status = try await fixture.session.wait { $0.wait != nil }
        #expect(status.failure == .transport(.connectionLost("the server does not read")))
    }

    @Test func `keeps the time of messages that wait for the network from running`() async throws {
        let fixture = await connected()
        fixture.broker.ignore(.send)
        let transport = await fixture.broker.network.transport(1)
        transport.holdSends()
        let send = try await fixture.session.send([UInt8](repeating: 49, count: 1 << 20), to: "/queue/slow")
        for _ in 1...2 { await passTime(of: fixture) }
        transport.finishSends()
        fixture.broker.ignoreNothing()
        await fixture.broker.confirm(on: 1) { $0.command == .send }
        try await send.acknowledged()
        #expect(fixture.session.status.attempt == 1)
    }

    @Test func `but closes connections upon a message again and again does not make the session wait longer`()
        async throws
    {
        let fixture = await connected { $0.closingLimit = 6 }
        fixture.broker.ignore(.send)
        let send = try await fixture.session.send([49], to: "/queue/forbidden")
        for number in 1...6 {
            _ = await fixture.broker.frame(on: number) { $0["receipt"] == send.id }
            await fixture.broker.network.transport(number).emit(.closed(.normal))
            let status = try await fixture.session.wait { $0.wait != nil }
            #expect(status.wait ?? .zero <= .seconds(1))
            await fixture.endWait()
            try await fixture.waitForConnection(number + 1)
        }
        await #expect(throws: StompError.refused("closed the connection")) { try await send.acknowledged() }
    }
}
