import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Messaging
import Sockets
import TestSupport
import Testing

/// The operations that a session offers to screens.
@Suite(.timeLimit(.minutes(10))) struct `A session in the hands of a screen` {
    private let fixture = StompFixture()
    private let session: MessagingSession

    init() { session = fixture.messaging(on: "phone") }

    @Test func `sends and listens`() async throws {
        await fixture.connect()
        let subscription = try await session.subscribe(to: "/topic/test", id: "test")
        try await session.send(Array("at least once".utf8), to: "/topic/test").acknowledged()
        try await session.sendAtMostOnce(Array("at most once".utf8), to: "/topic/test").acknowledged()
        _ = await fixture.broker.frame(on: 1) { $0.body == Array("at most once".utf8) }
        #expect(await fixture.sent(on: 1) == ["SUBSCRIBE test", "at least once", "at most once"])
        await fixture.broker.deliver("hello", to: "test", on: 1)
        var messages = subscription.makeAsyncIterator()
        #expect(try await messages.next()?.text == "hello")
    }

    @Test func `acknowledges and refuses what has come in`() async throws {
        await fixture.connect()
        let subscription = try await session.subscribe(to: "/topic/test", id: "test", acknowledgement: .individual)
        for id in ["1", "2"] { await fixture.broker.deliver("", to: "test", id: id, on: 1) }
        var messages = subscription.makeAsyncIterator()
        try await session.acknowledge(try #require(try await messages.next()))
        try await session.refuse(try #require(try await messages.next()))
        _ = await fixture.broker.frame(on: 1) { $0.command == .nack }
        #expect(await fixture.sent(on: 1, [.ack, .nack]) == ["ACK 1", "NACK 2"])
    }

    @Test func `knows what state the connection is in`() async throws {
        #expect(session.status.phase == .disconnected)
        await fixture.connect()
        #expect(session.status.phase == .connected)
        var states = session.statusUpdates.makeAsyncIterator()
        #expect(await states.next()?.phase == .connected)
    }
}

/// Servers that close the connection upon a frame of a messaging session, and do not say upon which.
@Suite(.timeLimit(.minutes(10))) struct `A refusal in a messaging session` {
    private static let closing = TransportEvent.closed(.normal)

    @Test func `does not keep the last report from going out before DISCONNECT`() async throws {
        let fixture = StompFixture()
        let session = fixture.messaging(on: "phone")
        fixture.broker.ignore(.send)
        await fixture.connect()
        _ = try await session.presence.report("harbour")
        try await session.send(Array("a".utf8), to: "/topic/a")
        await fixture.reconnect(after: 1, Self.closing)
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
        await fixture.reconnect(after: 1, Self.closing)
        await #expect(throws: StompError.notConnected) { try await message.acknowledged() }
    }
}
