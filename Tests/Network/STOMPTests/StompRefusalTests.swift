import NetworkTestSupport
@testable import STOMP
import STOMPTestSupport
import Sockets
import TestSupport
import Testing

/// Servers that close the connection upon a frame, and do not say upon which.
@Suite(.timeLimit(.minutes(60))) struct `A refusal of a STOMP server` {
    private static let closing = TransportEvent.closed(.normal)

    private func error(_ headers: KeyValuePairs<String, String> = [:]) -> Frame {
        Frame(.error, headers: [HeaderField("message", "forbidden")] + headers.map { HeaderField($0, $1) })
    }

    /// Waits for the next connection, after something that ends the present one.
    private func next(_ number: Int, of fixture: StompFixture) async throws {
        await fixture.endWait()
        try await fixture.waitForConnection(number)
    }

    /// A session that has just ended a subscription, and gets none of its messages.
    private func fixtureAfterUnsubscribing() async throws -> StompFixture {
        let fixture = await StompFixture.connected(ignoring: .send) { $0.closingLimit = 1 }
        var subscription: StompSubscription? = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        try await subscription?.confirmed()
        subscription = nil
        _ = await fixture.broker.frame(on: 1) { $0.command == .unsubscribe }
        return fixture
    }

    @Test func `of a subscription does not end another one with lost receipts`() async throws {
        let fixture = StompFixture(configure: { $0.closingLimit = 2 })
        fixture.broker.ignore(.subscribe)
        let good = try await fixture.session.subscribe(to: "/topic/good", id: "good")
        let bad = try await fixture.session.subscribe(to: "/topic/bad", id: "bad")
        await fixture.connect()
        #expect(await fixture.sent(on: 1) == ["SUBSCRIBE good", "SUBSCRIBE bad"])
        await fixture.reconnect(after: 1, Self.closing)
        for number in 2...3 {
            #expect(await fixture.sent(on: number) == ["SUBSCRIBE good"])
            await fixture.broker.confirm(on: number) { $0["id"] == "good" }
            if number == 3 { await fixture.endHold() }
            _ = await fixture.broker.frame(on: number) { $0["id"] == "bad" }
            await fixture.broker.send(error(), on: number)
            try await next(number + 1, of: fixture)
        }
        await #expect(throws: StompError.refused("forbidden")) { try await bad.first { _ in true } }
        #expect(await fixture.sent(on: 4) == ["SUBSCRIBE good"])
        await fixture.broker.deliver("1", to: "good", on: 4)
        #expect(try await good.first { _ in true }?.text == "1")
    }

    @Test func `of a message does not cost another one with a lost receipt, and later messages are not slowed down`()
        async throws
    {
        let fixture = await StompFixture.connected(ignoring: .send) { $0.closingLimit = 2 }
        let good = try await fixture.session.send(Array("good".utf8), to: "/topic/good")
        let bad = try await fixture.session.send(Array("bad".utf8), to: "/topic/bad")
        await fixture.reconnect(after: 1, Self.closing)
        #expect(await fixture.sent(on: 2) == ["good (again)"])
        await fixture.broker.confirm(on: 2) { $0.command == .send }
        try await good.acknowledged()
        _ = await fixture.broker.frame(on: 2) { $0["receipt"] == bad.id }
        await fixture.reconnect(after: 2, Self.closing)
        fixture.broker.ignoreNothing()
        for text in ["3", "4"] {
            try await fixture.session.send(Array(text.utf8), to: "/topic/good").acknowledged()
        }
        #expect(await fixture.sent(on: 3) == ["3", "4"])
        fixture.broker.ignore(.send)
        await fixture.endHold()
        _ = await fixture.broker.frame(on: 3) { $0["receipt"] == bad.id }
        #expect(await fixture.sent(on: 3) == ["3", "4", "bad (again)"])
        await fixture.reconnect(after: 3, Self.closing)
        await #expect(throws: StompError.refused("closed the connection")) { try await bad.acknowledged() }
        #expect(await fixture.sent(on: 4) == [])
    }

    @Test func `unsubscribes no subscription that was not made on the connection yet`() async throws {
        let fixture = StompFixture()
        fixture.broker.ignore(.subscribe)
        let first = try await fixture.session.subscribe(to: "/topic/a", id: "first")
        let second = try await fixture.session.subscribe(to: "/topic/b", id: "second")
        await fixture.connect()
        await fixture.reconnect(after: 1, Self.closing)
        let third = try await fixture.session.subscribe(to: "/topic/c", id: "second")
        await fixture.broker.confirm(on: 2) { $0["id"] == "first" }
        _ = await fixture.broker.frame(on: 2) { $0["id"] == "second" }
        #expect(await fixture.sent(on: 2) == ["SUBSCRIBE first", "SUBSCRIBE second"])
        withExtendedLifetime((first, second, third)) {}
    }

    @Test func `does not keep a last word from going out when subscriptions have ended`() async throws {
        let fixture = StompFixture()
        fixture.broker.ignore(.subscribe, .send)
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        try await fixture.session.send(Array("last".utf8), to: "/topic/a")
        await fixture.connect()
        await fixture.reconnect(after: 1, Self.closing)
        #expect(await fixture.sent(on: 2) == ["SUBSCRIBE a"])
        await fixture.session.stopDelivery()
        #expect(await fixture.sent(on: 2) == ["SUBSCRIBE a", "last (again)"])
        withExtendedLifetime(subscription) {}
    }

    @Test func `that was taken for one of another thing is found when the server continues without the frame`()
        async throws
    {
        let fixture = try await fixtureAfterUnsubscribing()
        let bad = try await fixture.session.send(Array("bad".utf8), to: "nonsense")
        _ = await fixture.broker.frame(on: 1) { $0.command == .send }
        await fixture.broker.send(error(), on: 1)
        await fixture.waitForProbeTimer()
        // Later messages are not suspected.
        let good = try await fixture.session.send(Array("good".utf8), to: "/topic/a")
        _ = await fixture.broker.frame(on: 1) { $0["receipt"] == good.id }
        fixture.endProbe()
        try await next(2, of: fixture)
        await #expect(throws: StompError.refused("forbidden")) { try await bad.acknowledged() }
        #expect(await fixture.sent(on: 2) == ["good (again)"])
    }

    @Test func `is not waited for forever, where the server neither confirms nor refuses`() async throws {
        let fixture = await StompFixture.connected(ignoring: .send)
        let first = try await fixture.session.send(Array("first".utf8), to: "/topic/a")
        await fixture.reconnect(after: 1, Self.closing)
        let second = try await fixture.session.send(Array("second".utf8), to: "/topic/a")
        #expect(await fixture.sent(on: 2) == [])
        await fixture.endHold()
        _ = await fixture.broker.frame(on: 2) { $0["receipt"] == first.id }
        #expect(await fixture.sent(on: 2) == ["first (again)"])
        await fixture.waitForProbeTimer()
        fixture.broker.ignoreNothing()
        fixture.endProbe()
        try await second.acknowledged()
        await fixture.broker.confirm(on: 2) { $0["receipt"] == first.id }
        try await first.acknowledged()
        #expect(fixture.session.status.attempt == 2)
    }
}

extension StompFixture {
    /// Waits until the probe timer runs; the others are those of the socket's pings and of acknowledgements.
    fileprivate func waitForProbeTimer() async { await clock.waitForSleepers(3) }

    /// Lets the time of the probe pass.
    fileprivate func endProbe() { clock.advance(by: .seconds(10)) }
}
