import NetworkTestSupport
@testable import STOMP
import Sockets
import TestSupport
import Testing

/// Servers that close the connection upon a frame, and do not say upon which.
@Suite(.timeLimit(.minutes(60))) struct `A refusal of a STOMP server` {
    private static let closing = TransportEvent.closed(.normal)

    private func error(_ headers: KeyValuePairs<String, String> = [:]) -> Frame {
        Frame(.error, headers: [HeaderField("message", "forbidden")] + headers.map { HeaderField($0, $1) })
    }

    private func next(_ number: Int, of fixture: StompFixture) async throws {
        await fixture.endWait()
        try await fixture.waitForConnection(number)
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
            _ = await fixture.broker.frame(on: number) { $0["id"] == "bad" }
            await fixture.broker.send(error(), on: number)
            try await next(number + 1, of: fixture)
        }
        await #expect(throws: StompError.refused("forbidden")) { try await bad.first { _ in true } }
        #expect(await fixture.sent(on: 4) == ["SUBSCRIBE good"])
        await fixture.broker.deliver("1", to: "good", on: 4)
        #expect(try await good.first { _ in true }?.text == "1")
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

    @Test func `keeps a message that is sent at most once from the connection, and it goes out on no other`()
        async throws
    {
        let fixture = await StompFixture.connected(ignoring: .send)
        let first = try await fixture.session.send(Array("first".utf8), to: "/topic/a")
        await fixture.reconnect(after: 1, Self.closing)
        let once = try await fixture.session.sendAtMostOnce(Array("once".utf8), to: "/topic/b")
        await fixture.reconnect(after: 2, Self.closing)
        await #expect(throws: StompError.notConnected) { try await once.acknowledged() }
        await fixture.broker.confirm(on: 3) { $0["receipt"] == first.id }
        try await first.acknowledged()
        #expect(await fixture.sent(on: 2) + fixture.sent(on: 3) == ["first (again)", "first (again)"])
    }

    @Test func `is not waited for forever, where the server neither confirms nor refuses`() async throws {
        let fixture = await StompFixture.connected(ignoring: .send)
        let first = try await fixture.session.send(Array("first".utf8), to: "/topic/a")
        await fixture.reconnect(after: 1, Self.closing)
        let second = try await fixture.session.send(Array("second".utf8), to: "/topic/a")
        _ = await fixture.broker.frame(on: 2) { $0["receipt"] == first.id }
        #expect(await fixture.sent(on: 2) == ["first (again)"])
        await fixture.clock.waitForSleepers(due: .seconds(10))  // The time of the suspect.
        fixture.broker.ignoreNothing()
        fixture.clock.advance(by: .seconds(9))
        await fixture.clock.waitForSleepers(due: .seconds(1), .seconds(5))  // The socket has checked its peer.
        #expect(await fixture.sent(on: 2) == ["first (again)"])
        fixture.clock.advance(by: .seconds(1))
        try await second.acknowledged()
        await fixture.broker.confirm(on: 2) { $0["receipt"] == first.id }
        try await first.acknowledged()
        #expect(fixture.session.status.attempt == 2)
    }
}
