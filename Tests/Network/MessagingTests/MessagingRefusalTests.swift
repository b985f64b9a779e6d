import Messaging
import STOMP
import STOMPTestSupport
import Sockets
import TestSupport
import Testing

/// Servers that close the connection upon a frame of a messaging session, and do not say upon which.
@Suite(.timeLimit(.minutes(10))) struct `A refusal in a messaging session` {
    private static let closing = TransportEvent.ended(TransportEvent.Ending(code: .normal))

    @Test func `does not keep the last report from going out before DISCONNECT`() async throws {
        let fixture = StompFixture()
        let session = MessagingSession(user: "ada", device: "phone", stomp: fixture.session)
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
        let session = MessagingSession(user: "ada", device: "phone", stomp: fixture.session)
        fixture.broker.ignore(.send, .subscribe)
        await fixture.connect()
        let message = try await session.sendAtMostOnce(Array("a".utf8), to: "/topic/a")
        try await session.chat.forget("quay")
        _ = await fixture.broker.frame(on: 1) { $0.command == .unsubscribe }
        await fixture.reconnect(after: 1, Self.closing)
        await #expect(throws: StompError.notConnected) { try await message.acknowledged() }
    }
}
