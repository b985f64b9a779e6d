import STOMP
import STOMPTestSupport
import Messaging
import NetworkTestSupport
import Sockets
import TestSupport
import Testing

/// The operations that a session offers to screens.
@Suite(.timeLimit(.minutes(10))) struct `A session in the hands of a screen` {
    private let fixture = StompFixture()
    private let session: MessagingSession

    init() { session = MessagingSession(user: "ada", device: "phone", stomp: fixture.session) }

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
        for number in 1...2 {
            let headers = [
                ("destination", "/topic/test"), ("message-id", "\(number)"), ("subscription", "test"),
                ("ack", "a-\(number)"),
            ]
            await fixture.broker.send(Frame(.message, headers: headers.map { HeaderField($0, $1) }), on: 1)
        }
        var messages = subscription.makeAsyncIterator()
        try await session.acknowledge(try #require(try await messages.next()))
        try await session.refuse(try #require(try await messages.next()))
        _ = await fixture.broker.frame(on: 1) { $0.command == .nack }
        #expect(await fixture.sent(on: 1, [.ack, .nack]) == ["ACK a-1", "NACK a-2"])
    }

    @Test func `knows what state the connection is in`() async throws {
        #expect(session.status.phase == .disconnected)
        await fixture.connect()
        #expect(session.status.phase == .connected)
        var states = session.statusUpdates.makeAsyncIterator()
        #expect(await states.next()?.phase == .connected)
    }

    @Test func `connects at once when the network is back, if it waits for its next attempt`() async throws {
        await session.networkIsBack()
        #expect(fixture.broker.network.count == 0)
        await fixture.connect()
        for number in 2...3 {
            await fixture.broker.network.transport(number - 1).emit(.ended(.abnormal(.connectionLost(""))))
            try await session.wait { $0.wait != nil }
            for _ in 1...10 { await session.networkIsBack() }
            try await fixture.waitForConnection(number)
        }
        for _ in 1...10 { await session.networkIsBack() }
        #expect(session.status.phase == .connected)
        #expect(fixture.broker.network.count == 3)
        await session.end()
        await session.networkIsBack()
        #expect(session.status.phase == .disconnected)
        #expect(fixture.broker.network.count == 3)
    }
}
