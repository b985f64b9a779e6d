import NetworkTestSupport
import STOMP
import Sockets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `Subscriptions of a STOMP session` {
    private func texts(_ count: Int, of subscription: StompSubscription) async throws -> [String] {
        var texts: [String] = []
        for try await message in subscription {
            texts.append(message.text ?? "")
            if texts.count == count { break }
        }
        return texts
    }

    @Test func `are made once on each connection, before anything is sent`() async throws {
        let fixture = StompFixture()
        let early = try await fixture.session.subscribe(to: "/topic/a", id: "early")
        let receipt = try await fixture.session.send([65], to: "/topic/a")
        await fixture.connect()
        try await receipt.acknowledged()
        let late = try await fixture.session.subscribe(to: "/topic/b", id: "late")
        _ = await fixture.broker.frame(on: 1) { $0["id"] == "late" }
        #expect(await fixture.sent(on: 1) == ["SUBSCRIBE early", "A", "SUBSCRIBE late"])
        await fixture.reconnect(after: 1)
        #expect(await fixture.sent(on: 2) == ["SUBSCRIBE early", "SUBSCRIBE late"])
        withExtendedLifetime((early, late)) {}
    }

    @Test func `get their own messages, in order, over any number of connections`() async throws {
        let fixture = StompFixture()
        let a = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        let b = try await fixture.session.subscribe(to: "/topic/b", id: "b")
        await fixture.connect()
        for number in 1...3 { await fixture.broker.deliver("\(number)", to: "a", on: 1) }
        for (text, name) in [("whose?", "unknown"), ("other", "b")] {
            await fixture.broker.deliver(text, to: name, on: 1)
        }
        #expect(try await texts(3, of: a) == ["1", "2", "3"])
        await fixture.reconnect(after: 1)
        await fixture.broker.deliver("4", to: "a", on: 2)
        #expect(try await texts(1, of: a) == ["4"])
        #expect(try await texts(1, of: b) == ["other"])
    }

    // The reader of the first does not keep up, so the session reads the message for the second when it is connected again.
    @Test(arguments: [
        (Acknowledgement.automatic, ["first", "again"]), (.individual, ["again"]), (.cumulative, ["again"]),
    ])
    func `get what had come in before a connection was lost, unless the server delivers it again`(
        acknowledgement: Acknowledgement, expected: [String]
    ) async throws {
        let fixture = StompFixture { $0.socket.messageLimit = 1 }
        let slow = try await fixture.session.subscribe(to: "/topic/a", id: "slow")
        let other = try await fixture.session.subscribe(
            to: "/topic/b", id: "other", acknowledgement: acknowledgement)
        await fixture.connect()
        // Or a receipt may come after the messages, for which there is no room then.
        for subscription in [slow, other] { try await subscription.confirmed() }
        for text in ["1", "2"] { await fixture.broker.deliver(text, to: "slow", on: 1) }
        await fixture.broker.deliver("first", to: "other", on: 1)
        await fixture.reconnect(after: 1)
        _ = await fixture.broker.frame(on: 2) { $0["id"] == "other" }
        #expect(try await texts(2, of: slow) == ["1", "2"])
        await fixture.broker.deliver("again", to: "other", on: 2)
        #expect(try await texts(expected.count, of: other) == expected)
    }

    @Test func `that are released end, and are not made again`() async throws {
        let fixture = await StompFixture.connected()
        var subscription: StompSubscription? = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        _ = subscription
        subscription = nil
        _ = await fixture.broker.frame(on: 1) { $0.command == .unsubscribe }
        await fixture.reconnect(after: 1)
        #expect(await fixture.sent(on: 1) == ["SUBSCRIBE a", "UNSUBSCRIBE a"])
        #expect(await fixture.sent(on: 2) == [])
    }

    // MARK: Names that are used again

    enum Ending: CaseIterable, Sendable { case isReplaced, isReleased, isUnsubscribed }

    /// Makes a subscription to another destination under the name of one that ends; `UNSUBSCRIBE` is not answered.
    private func replaced(
        _ ending: Ending
    ) async throws -> (fixture: StompFixture, old: StompSubscription?, next: StompSubscription) {
        let fixture = await StompFixture.connected()
        var old: StompSubscription? = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        try await old?.confirmed()
        fixture.broker.ignore(.unsubscribe)
        switch ending {
        case .isReplaced: break
        case .isReleased: old = nil
        case .isUnsubscribed: try await fixture.session.unsubscribe("a")
        }
        if old == nil { _ = await fixture.broker.frame(on: 1) { $0.command == .unsubscribe } }
        return (fixture, old, try await fixture.session.subscribe(to: "/topic/b", id: "a"))
    }

    @Test(arguments: Ending.allCases)
    func `get nothing that was on its way under their name`(ending: Ending) async throws {
        let (fixture, old, next) = try await replaced(ending)
        await fixture.broker.deliver("old", to: "a", on: 1)
        await fixture.broker.network.transport(1).waitForReader()
        #expect(await fixture.sent(on: 1) == ["SUBSCRIBE a", "UNSUBSCRIBE a"])
        await fixture.broker.confirm(on: 1) { $0.command == .unsubscribe }
        try await next.confirmed()
        await fixture.broker.deliver("new", to: "a", on: 1)
        #expect(try await texts(1, of: next) == ["new"])
        withExtendedLifetime(old) {}
    }

    enum Answer: CaseIterable, Sendable { case error, none, anotherConnection, anotherLogIn }

    @Test(arguments: Answer.allCases)
    func `are made even if the server does not confirm that their name is free`(answer: Answer) async throws {
        let (fixture, old, next) = try await replaced(.isReplaced)
        switch answer {
        case .error: await fixture.broker.refuse("no such subscription", on: 1) { $0.command == .unsubscribe }
        case .none:
            await fixture.clock.wake(after: fixture.session.configuration.acknowledgementTimeout)
        case .anotherConnection: await fixture.reconnect(after: 1)
        case .anotherLogIn:
            await fixture.session.disconnect()
            await fixture.connect()
        }
        try await next.confirmed()
        let number = fixture.session.status.attempt
        await fixture.broker.deliver("new", to: "a", on: number)
        #expect(try await texts(1, of: next) == ["new"])
        withExtendedLifetime(old) {}
    }

    @Test func `that are alike follow each other at once, and get what is on its way`() async throws {
        let (fixture, first) = try await StompFixture.subscribed()
        fixture.broker.ignore(.unsubscribe)
        let next = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        await fixture.broker.deliver("1", to: "a", on: 1)
        #expect(try await texts(1, of: next) == ["1"])
        #expect(try await texts(1, of: first) == [])
        // What was ended by name is over.
        try await fixture.session.unsubscribe("a")
        let last = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        await fixture.broker.deliver("2", to: "a", on: 1)
        await fixture.broker.network.transport(1).waitForReader()
        fixture.broker.ignoreNothing()
        for receipt in await fixture.broker.frames(on: 1).filter({ $0.command == .unsubscribe }) {
            await fixture.broker.send(.receipt(for: receipt), on: 1)
        }
        try await last.confirmed()
        await fixture.broker.deliver("3", to: "a", on: 1)
        #expect(try await texts(1, of: last) == ["3"])
    }

    @Test func `of which only the last is wanted are made once`() async throws {
        let (fixture, first) = try await StompFixture.subscribed()
        fixture.broker.ignore(.unsubscribe)
        var others: [StompSubscription] = []
        for topic in ["b", "c", "d"] {
            others.append(try await fixture.session.subscribe(to: "/topic/\(topic)", id: "a"))
        }
        await fixture.broker.confirm(on: 1) { $0.command == .unsubscribe }
        try await others[2].confirmed()
        let subscribes = await fixture.broker.frames(on: 1).filter { $0.command == .subscribe }
        #expect(subscribes.map { $0["destination"] } == ["/topic/a", "/topic/d"])
        withExtendedLifetime(first) {}
    }

    @Test func `leave nothing to replies of their name`() async throws {
        let (fixture, _) = try await StompFixture.subscribed()
        fixture.broker.ignore(.unsubscribe)
        let replies = try await fixture.session.replies(to: "a")
        await fixture.broker.deliver("old", to: "a", on: 1)
        await fixture.broker.confirm(on: 1) { $0.command == .unsubscribe }
        await fixture.broker.deliver("reply", to: "a", on: 1)
        #expect(try await texts(1, of: replies) == ["reply"])
    }

    // MARK: Acknowledgements

    @Test(arguments: [Acknowledgement.automatic, .cumulative, .individual])
    func `acknowledge as was agreed`(acknowledgement: Acknowledgement) async throws {
        let (fixture, subscription) = try await StompFixture.subscribed(acknowledgement: acknowledgement)
        for _ in 1...2 { await fixture.broker.deliver("", to: "a", id: "7", on: 1) }
        var iterator = subscription.makeAsyncIterator()
        let first = try #require(try await iterator.next())
        let second = try #require(try await iterator.next())
        try await fixture.session.acknowledge(first)
        try await fixture.session.refuse(second)
        let expected = acknowledgement == .automatic ? [] : ["ACK 7", "NACK 7"]
        #expect(await fixture.sent(on: 1, [.ack, .nack]) == expected)
    }

    @Test func `are confirmed by the server, or refused, or end before`() async throws {
        let fixture = StompFixture()
        let confirmed = try await fixture.session.subscribe(to: "/topic/a")
        await fixture.connect()
        try await confirmed.confirmed()
        fixture.broker.ignore(.subscribe)
        let unconfirmed = try await fixture.session.subscribe(to: "/topic/b")
        await fixture.session.end()
        await #expect(throws: StompError.ended) { try await unconfirmed.confirmed() }
    }

    @Test func `that are released do not answer unread messages, which the server may deliver again`()
        async throws
    {
        let (fixture, subscription) = try await StompFixture.subscribed(acknowledgement: .individual) {
            $0.socket.messageLimit = 1
        }
        for number in 1...3 { await fixture.broker.deliver("", to: "a", id: "\(number)", on: 1) }
        await fixture.broker.deliver("the end", to: "other", on: 1)
        var iterator = subscription.makeAsyncIterator()
        let first = try #require(try await iterator.next())
        try await fixture.session.acknowledge(first)
        let next = try await fixture.session.subscribe(to: "/topic/a", id: "a", acknowledgement: .individual)
        #expect(try await iterator.next() == nil)
        let sent = await fixture.sent(on: 1, [.ack, .nack, .unsubscribe, .subscribe])
        #expect(sent == ["SUBSCRIBE a", "ACK 1", "UNSUBSCRIBE a", "SUBSCRIBE a"])
        withExtendedLifetime(next) {}
    }

    @Test(arguments: [false, true])
    func `acknowledge on the connection that a message came in on, and none of an earlier one of their name`(
        isReplaced: Bool
    ) async throws {
        let (fixture, subscription) = try await StompFixture.subscribed(acknowledgement: .cumulative)
        await fixture.broker.deliver("", to: "a", id: "7", on: 1)
        let message = try #require(try await subscription.first { _ in true })
        if isReplaced {
            let next = try await fixture.session.subscribe(to: "/topic/b", id: "a")
            try await next.confirmed()
        } else {
            await fixture.reconnect(after: 1)
        }
        await #expect(throws: StompError.outdated) { try await fixture.session.acknowledge(message) }
    }

    @Test func `that the server refuses end with what it says`() async throws {
        let fixture = StompFixture()
        let subscription = try await fixture.session.subscribe(to: "/secret", id: "a")
        fixture.broker.ignore(.subscribe)
        await fixture.connect()
        await fixture.broker.refuse("not for you", details: "ask the owner\n", on: 1) { $0.command == .subscribe }
        await #expect(throws: StompError.refused("not for you: ask the owner")) { try await texts(1, of: subscription) }
        await fixture.endWait()
        try await fixture.waitForConnection(2)
        #expect(await fixture.sent(on: 2) == [])
    }

    // MARK: Without SUBSCRIBE

    @Test func `replies need no frame, and arrive on each connection until they are released`() async throws {
        let fixture = await StompFixture.connected()
        var replies: StompSubscription? = try await fixture.session.replies(to: "/temp-queue/a")
        try await replies?.confirmed()
        for number in 1...2 {
            await fixture.broker.deliver("\(number)", to: "/temp-queue/a", on: number)
            #expect(try await replies?.first { _ in true }?.text == "\(number)")
            await fixture.reconnect(after: number)
        }
        replies = nil
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        try await subscription.confirmed()
        for number in 1...2 { #expect(await fixture.sent(on: number) == []) }
        #expect(await fixture.sent(on: 3) == ["SUBSCRIBE a"])
    }

    @Test func `replies end with the session, with a later sequence of the same name, and by their name`() async throws
    {
        let fixture = await StompFixture.connected()
        let first = try await fixture.session.replies(to: "/temp-queue/a")
        let second = try await fixture.session.replies(to: "/temp-queue/a")
        #expect(try await texts(1, of: first) == [])
        try await fixture.session.unsubscribe("/temp-queue/a")
        #expect(try await texts(1, of: second) == [])
        let third = try await fixture.session.replies(to: "/temp-queue/a")
        await fixture.session.end()
        #expect(try await texts(1, of: third) == [])
        #expect(await fixture.sent(on: 1) == [])
        await #expect(throws: StompError.ended) { try await fixture.session.replies(to: "/temp-queue/a") }
    }

    // With a subscription, a message of another program may be the reason.
    @Test(arguments: [
        ("NONSENSE\n\n\0", "there is no command “NONSENSE”"), ("CONNECTED\nversion:1.2\n\n\0", "a second time"),
    ])
    func `a server that talks nonsense is left and found again while there is a subscription, which ends at last`(
        nonsense: (text: String, words: String)
    ) async throws {
        let (fixture, subscription) = try await StompFixture.subscribed()
        for number in 1...3 {
            await fixture.broker.network.transport(number).emit(.text(nonsense.text))
            let status = try await fixture.session.wait { $0.wait != nil }
            guard case .noSession(let words)? = status.failure else { throw try #require(status.failure) }
            #expect(words.contains(nonsense.words))
            await fixture.endWait()
            try await fixture.waitForConnection(number + 1)
        }
        await #expect {
            _ = try await texts(1, of: subscription)
        } throws: {
            "\($0)".contains(nonsense.words)
        }
        await fixture.broker.network.transport(4).emit(.text(nonsense.text))
        guard case .incompatible(let words)? = try await fixture.session.wait(for: .disconnected).failure else {
            return #expect(fixture.session.status.failure == .incompatible(""))
        }
        #expect(words.contains(nonsense.words))
    }

    @Test func `half a frame of a lost connection is not completed by the next one`() async throws {
        let (fixture, subscription) = try await StompFixture.subscribed()
        await fixture.broker.network.transport(1).emit(.text("MESSAGE\ndestination:/topic/a\nmessage-id:1\nsub"))
        await fixture.reconnect(after: 1)
        await fixture.broker.deliver("whole", to: "a", on: 2)
        #expect(try await texts(1, of: subscription) == ["whole"])
    }
}
