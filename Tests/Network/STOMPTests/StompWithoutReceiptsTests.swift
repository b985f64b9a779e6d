import LoopbackBroker
import NetworkTestSupport
import STOMP
import Sockets
import TestSupport
import Testing

/// Servers that do not answer the header `receipt`, such as Spring's simple broker.
@Suite(.timeLimit(.minutes(60))) struct `A server without receipts` {
    private static let topic = "/topic/test"

    private func makeFixture(
        configure: (inout StompSession.Configuration) -> Void = { _ in }
    ) -> StompFixture {
        StompFixture {
            $0.serverSendsReceipts = false
            configure(&$0)
        }
    }

    private func copy(of frame: Frame, to subscription: String) -> Frame {
        let headers = [
            ("destination", Self.topic), ("message-id", "1"), ("subscription", subscription),
            (StompSession.sendIDHeader, frame[StompSession.sendIDHeader] ?? ""),
        ]
        return Frame(.message, headers: headers.map { HeaderField($0, $1) }, body: frame.body)
    }

    /// True if a message to this destination still waits, which the limit of one tells.
    private func waits(_ destination: String, in fixture: StompFixture) async -> Bool {
        let error = await #expect(throws: StompError.self) { try await fixture.session.send([0], to: destination) }
        return error == .queueIsFull(limit: fixture.session.configuration.sendLimit)
    }

    @Test func `is asked for none`() async throws {
        let fixture = makeFixture()
        await fixture.connect()
        var subscription: StompSubscription? = try await fixture.session.subscribe(to: Self.topic)
        try await subscription?.confirmed()
        try await fixture.session.send([1], to: "/topic/other").acknowledged()
        subscription = nil
        _ = await fixture.broker.frame(on: 1) { $0.command == .unsubscribe }
        await fixture.session.disconnect()
        let frames = await fixture.broker.frames(on: 1)
        #expect(frames.map(\.command) == [.connect, .subscribe, .send, .unsubscribe, .disconnect])
        #expect(frames.allSatisfy { $0["receipt"] == nil })
    }

    @Test func `does not keep the end of a session waiting, or what it has sent before`() async throws {
        let fixture = makeFixture()
        await fixture.connect()
        let send = try await fixture.session.send([1], to: "/topic/other")
        await fixture.session.disconnect()  // The clock stands still.
        try await send.acknowledged()
        await fixture.session.connect(with: StompSession.Credentials(login: "ada", passcode: "1"))
        try await fixture.session.send(Array("next".utf8), to: "/topic/other").acknowledged()
        #expect(await fixture.sent(on: 2) == ["next"])
    }

    @Test func `has a subscription, and a message that does not come back, when the system has taken them`()
        async throws
    {
        let fixture = makeFixture { $0.sendLimit = 2 }
        await fixture.connect()
        let transport = await fixture.broker.network.transport(1)
        transport.holdSends()
        let subscription = try await fixture.session.subscribe(to: Self.topic)
        let sends = try await [
            fixture.session.send([1], to: "/topic/other"), fixture.session.sendAtMostOnce([2], to: "/topic/other"),
        ]
        #expect(await waits("/topic/other", in: fixture))
        transport.finishSends()
        try await subscription.confirmed()
        for send in sends { try await send.acknowledged() }
        await fixture.reconnect(after: 1)
        try await fixture.session.send(Array("next".utf8), to: "/topic/other").acknowledged()
        #expect(await fixture.sent(on: 2) == ["SUBSCRIBE subscription-1", "next"])
        withExtendedLifetime(subscription) {}
    }

    @Test func `gets a message again that the system did not take`() async throws {
        let fixture = makeFixture()
        await fixture.connect()
        await fixture.broker.network.transport(1).holdSends()
        let send = try await fixture.session.send(Array("a".utf8), to: "/topic/other")
        await fixture.broker.network.transport(1).finishSends(.connectionLost("gone"))
        await fixture.reconnect(after: 1)
        try await send.acknowledged()
        #expect(await fixture.sent(on: 2) == ["a (again)"])
    }

    @Test func `has a message that comes back when it has come back, and gets no other again`() async throws {
        let fixture = makeFixture()
        await fixture.connect()
        let subscription = try await fixture.session.subscribe(to: Self.topic)
        try await subscription.confirmed()
        var sends: [StompSession.PendingSend] = []
        for text in ["a", "b", "c"] {
            sends.append(try await fixture.session.send(Array(text.utf8), to: Self.topic))
        }
        let id = sends[1].id
        let frame = await fixture.broker.frame(on: 1) { $0[StompSession.sendIDHeader] == id }
        await fixture.broker.send(copy(of: frame, to: "subscription-1"), on: 1)
        try await sends[1].acknowledged()
        await fixture.reconnect(after: 1)
        _ = await fixture.broker.frame(on: 2) { $0.body == Array("c".utf8) }
        #expect(await fixture.sent(on: 2) == ["SUBSCRIBE subscription-1", "a (again)", "c (again)"])
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: ["its subscription was released", "it is too large to be read"])
    func `has a message without a reader for its copy, as`(reason: String) async throws {
        let isTooLarge = reason == "it is too large to be read"
        let fixture = makeFixture { $0.frameLimits = FrameLimits(bodyLength: 4) }
        await fixture.connect()
        var subscription: StompSubscription? = try await fixture.session.subscribe(to: Self.topic)
        try await subscription?.confirmed()
        let send = try await fixture.session.send([1], to: Self.topic)
        var frame = await fixture.broker.frame(on: 1) { $0[StompSession.sendIDHeader] == send.id }
        if isTooLarge { frame.body = [1, 2, 3, 4, 5] } else { subscription = nil }
        await fixture.broker.send(copy(of: frame, to: "subscription-1"), on: 1)
        try await send.acknowledged()
        withExtendedLifetime(subscription) {}
    }

    @Test func `has a message that does not come back in the time for an acknowledgement, if the connection stands`()
        async throws
    {
        let fixture = makeFixture { $0.sendLimit = 1 }
        await fixture.connect()
        let subscription = try await fixture.session.subscribe(to: Self.topic)
        try await subscription.confirmed()
        let send = try await fixture.session.send([1], to: Self.topic)
        for _ in 1...2 {
            #expect(await waits(Self.topic, in: fixture))
            await fixture.clock.wake(after: fixture.session.configuration.acknowledgementTimeout / 2)
        }
        try await send.acknowledged()
        #expect(fixture.session.status.attempt == 1)
        withExtendedLifetime(subscription) {}
    }

    @Test func `gets and gives back 1,000 messages, and none again that has come back, however often it breaks off`()
        async throws
    {
        let broker = LoopbackBroker()
        try broker.start()
        broker.sendNoReceipts()
        let session = broker.stompSession { $0.serverSendsReceipts = false }
        await session.connect(with: StompSession.Credentials(login: "ada", passcode: "1"))
        try await session.wait(for: .connected)
        let copies = try await session.subscribe(to: Self.topic)
        try await copies.confirmed()
        let count = 1_000
        let sending = Task {
            var sends = ArraySlice<StompSession.PendingSend>()
            for number in 1...count {
                if sends.count == 50 { try await sends.removeFirst().acknowledged() }
                sends.append(try await session.send(Array("\(number)".utf8), to: Self.topic))
            }
            for send in sends { try await send.acknowledged() }
        }
        var arrivals: [String: Int] = [:]
        for try await message in copies {
            arrivals[message.text ?? "", default: 0] += 1
            if arrivals.count == count { break }
            if [200, 500, 700, 990].contains(arrivals.count), arrivals[message.text ?? ""] == 1 {
                let sessions = broker.counts.sessions["ada", default: 0]
                broker.kick("ada")
                await broker.wait { $0.sessions["ada", default: 0] > sessions }
            }
        }
        try await sending.value
        #expect(broker.counts.sessions == ["ada": 5])
        #expect(arrivals.values.allSatisfy { $0 == 1 })
        #expect(broker.counts.received < count + 4 * 50)  // Those with lost copies came twice.
        await session.end()
    }
}
