import AsyncPrimitives
import NetworkTestSupport
import STOMP
import Sockets
import TestSupport
import Testing

@testable import Messaging

/// Servers that close the connection upon a frame of a messaging session, and do not say upon which.
@Suite(.timeLimit(.minutes(60))) struct `A refusal in a messaging session` {
    @Test func `does not keep the last report from going out before DISCONNECT`() async throws {
        let fixture = StompFixture()
        let session = fixture.messaging(on: "phone")
        fixture.broker.ignore(.send)
        await fixture.connect()
        _ = try await session.presence.report("harbour")
        try await session.send(Array("a".utf8), to: "/topic/a")
        await fixture.reconnect(after: 1, .closed(.normal))
        await session.end()
        let sent = await fixture.sent(on: 2, [.send, .disconnect])
        #expect(sent.first == "a (again)")
        #expect(sent.dropFirst().contains { $0.contains(#""number":2"#) && !$0.contains("place") })
        #expect(sent.last == "DISCONNECT")
    }

    @Test func `of a room that is forgotten is not held against a message`() async throws {
        let fixture = StompFixture()
        let session = fixture.messaging(on: "phone")
        fixture.broker.ignore(.send, .subscribe)
        await fixture.connect()
        let message = try await session.sendAtMostOnce(Array("a".utf8), to: "/topic/a")
        try await session.chat.forget("quay")
        _ = await fixture.broker.frame(on: 1) { $0.command == .unsubscribe }
        await fixture.reconnect(after: 1, .closed(.normal))
        await #expect(throws: StompError.notConnected) { try await message.acknowledged() }
    }
}

/// Names that are equal to Swift and have different bytes.
@Suite(.timeLimit(.minutes(60))) struct NameTests {
    /// Two spellings of each name, the composed one first.
    private static let spellings = [
        ("caf\u{E9}", "cafe\u{301}"), ("K", "\u{212A}"), ("\u{AC00}", "\u{1100}\u{1161}"), (";", "\u{37E}"),
    ]

    @Test(arguments: spellings)
    func `A name of a room, a user or a device has one spelling on the wire`(composed: String, other: String) {
        #expect(composed == other)
        let configuration = MessagingSession.Configuration()
        #expect(configuration.roomDestination(other).onWire == configuration.roomDestination(composed).onWire)
        #expect(configuration.answerDestination(other).onWire == configuration.answerDestination(composed).onWire)
        let names = [composed, other].map { configuration.roomSubscription(of: $0, on: $0, to: $0).onWire }
        #expect(names[0] == names[1])
    }

    @Test(arguments: spellings)
    func `Two spellings of a room are one room, for the server as well`(composed: String, other: String) async throws {
        let fixture = StompFixture()
        let session = fixture.messaging(on: "phone") { $0.roomDestination = { "/room/\($0)" } }
        await fixture.connect()
        let rooms = [try await session.chat.enter(other), try await session.chat.enter(composed)]
        for room in rooms {
            #expect(room.name.onWire == composed.onWire)
            try await room.send("ahoy").acknowledged()
        }
        for await contents in rooms[0].changes where contents.messages.map(\.state) == [.sent, .sent] { break }
        #expect(rooms[0].contents == rooms[1].contents)
        let destinations = await fixture.broker.frames(on: 1).compactMap { $0["destination"]?.onWire }
        #expect(Set(destinations) == ["/room/\(composed)".onWire])
        #expect(destinations.count == 3)
    }

    @Test(arguments: spellings)
    func `Two spellings of a place are one place, for the server as well`(composed: String, other: String) async throws
    {
        let fixture = StompFixture()
        let session = fixture.messaging(on: "phone")
        await fixture.connect()
        for place in [other, composed] { _ = try await session.presence.report(place) }
        let reports = await fixture.broker.frames(on: 1).filter { $0.command == .send }.map(\.body)
        #expect(reports.count == 1)
        let text = String(decoding: try #require(reports.first), as: UTF8.self)
        #expect(text.utf8.contains(#""\#(composed)""#.utf8))
    }

    @Test(arguments: spellings)
    func `Headers, users and secrets are told apart as the server does`(composed: String, other: String) {
        func values(_ name: String) -> [AnyHashable] {
            [
                name.onWire, HeaderField(name, ""), HeaderField("", name), AccessToken(user: name, secret: ""),
                AccessToken(user: "", secret: name), StompSession.Credentials(login: name, passcode: ""),
            ]
        }
        #expect(values(composed) == values(composed))
        #expect(zip(values(composed), values(other)).allSatisfy { $0 != $1 })
        let frame = Frame(.message, headers: [HeaderField(other, "1"), HeaderField(composed, "2")])
        #expect(frame[composed] == "2")
    }

    @Test func `A message goes to the subscription with the same bytes in its name`() async throws {
        let fixture = StompFixture()
        let (composed, other) = Self.spellings[0]
        let first = try await fixture.session.subscribe(to: "/topic/1", id: composed)
        let second = try await fixture.session.subscribe(to: "/topic/2", id: other)
        await fixture.connect()
        for subscription in [first, second] { try await subscription.confirmed() }
        await fixture.broker.deliver("two", to: other, on: 1)
        await fixture.broker.deliver("one", to: composed, on: 1)
        #expect(try await first.first { _ in true }?.text == "one")
        #expect(try await second.first { _ in true }?.text == "two")
    }
}
