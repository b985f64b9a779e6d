import NetworkTestSupport
import STOMP
import Sockets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `A message that cannot be read` {
    /// The texts of messages, and the reasons for which others were skipped, up to a text.
    private func events(
        of subscription: StompSubscription, upTo last: String
    ) async throws -> [String] {
        var events: [String] = []
        for try await event in subscription.events {
            switch event {
            case .message(let message): events.append(message.text ?? "")
            case .skipped(_, let reason): events.append(reason)
            }
            if events.last == last { break }
        }
        return events
    }

    private func deliver(_ text: String, on number: Int = 1, to broker: ScriptedBroker) async {
        await broker.network.transport(number).emit(.binary(Array(text.utf8)))
    }

    private func message(_ subscription: String, _ rest: String) -> String {
        "MESSAGE\nsubscription:\(subscription)\ndestination:/topic/test\nmessage-id:7\n\(rest)\0\n"
    }

    @Test(arguments: [
        (Acknowledgement.individual, ["NACK 1", "NACK 2", "NACK 3"]), (.cumulative, []), (.automatic, []),
    ])
    func `is skipped in its place, and the server asked not to deliver it again if that concerns no other message`(
        acknowledgement: Acknowledgement, answers: [String]
    ) async throws {
        let (fixture, subscription) = try await StompFixture.subscribed(id: "x", acknowledgement: acknowledgement) {
            $0.frameLimits = FrameLimits(bodyLength: 8)
        }
        for text in [
            message("x", "ack:0\n\nfirst"), message("x", "ack:1\nescape:\\t\n\nbody"),
            message("x", "ack:2\ncontent-length:9\n\n123456789"), "MESSAGE\nsubscription:x\nack:3\n\nnameless\0\n",
            message("x", "ack:4\n\nlast"),
        ] { await deliver(text, to: fixture.broker) }
        #expect(
            try await events(of: subscription, upTo: "last") == [
                "first", "“\\t” is no escape", "the body has more than 8 bytes", "the header “destination” is missing",
                "last",
            ])
        #expect(await fixture.sent(on: 1, [.ack, .nack]) == answers)
        let nacks = await fixture.broker.frames(on: 1).filter { $0.command == .nack }
        #expect(nacks.allSatisfy { $0["requeue"] == "false" })
        #expect(fixture.session.status.attempt == 1)
    }

    /// A NUL has no escape, and an `ack` of colons takes twice as many bytes where it is escaped.
    @Test(
        arguments: [Acknowledgement.individual, .cumulative],
        [("1\0", false), (String(repeating: ":", count: 39), true), (String(repeating: ":", count: 40), false)])
    func `as its ack cannot be written back is skipped without an answer`(
        acknowledgement: Acknowledgement, id: (text: String, canBeWritten: Bool)
    ) async throws {
        let (fixture, subscription) = try await StompFixture.subscribed(id: "x", acknowledgement: acknowledgement) {
            $0.frameLimits = FrameLimits(lineLength: 81)
        }
        for text in ["ack:\(id.text)\n\nlong", "ack:\(id.text)\nescape:\\t\n\nbad", "ack:2\n\nlast"] {
            await deliver(message("x", text), to: fixture.broker)
        }
        let problem = "the header “ack” holds what cannot be written in this frame"
        let seen = [id.canBeWritten ? "long" : problem, "“\\t” is no escape", "last"]
        #expect(try await events(of: subscription, upTo: "last") == seen)
        let isAnswered = id.canBeWritten && acknowledgement == .individual
        #expect(await fixture.sent(on: 1, [.ack, .nack]) == (isAnswered ? ["NACK \(id.text)"] : []))
        #expect(fixture.session.status.attempt == 1)
    }

    @Test func `names its sender and itself as far as that can be read, and is left out of the messages`() async throws
    {
        let (fixture, subscription) = try await StompFixture.subscribed(id: "x")
        await deliver(message("x", "send-id:s\nauthor:bob\na:\\t\n\nbad"), to: fixture.broker)
        guard case .skipped(let headers, _)? = try await subscription.events.first(where: { _ in true }) else {
            return #expect(Bool(false), "It was to be skipped.")
        }
        #expect(["message-id", "send-id", "author"].map { headers.value(of: $0) } == ["7", "s", "bob"])
        await deliver(message("x", "a:\\t\n\nbad") + message("x", "\ngood"), to: fixture.broker)
        #expect(try await subscription.first { _ in true }?.text == "good")
    }

    @Test(arguments: [
        "MESSAGE\nsubscription:x\nno colon\n\n\0", "MESSAGE\nsubscription:x\ncontent-length:1\n\nbody\0",
        "MESSAGE\nsubscription:x\na:\\t\n\nno ack\0",
        "MESSAGE\nsubscription:x\ndestination:/d\nmessage-id:1\n\nno ack\0",
    ])
    func `and after which nothing can be read ends its subscription after a few connections, and no other`(
        text: String
    ) async throws {
        let fixture = StompFixture()
        let bad = try await fixture.session.subscribe(to: "/topic/bad", id: "x", acknowledgement: .individual)
        let good = try await fixture.session.subscribe(to: "/topic/good", id: "y")
        await fixture.connect()
        for number in 1...3 {
            try? await fixture.waitForConnection(number)
            _ = await fixture.broker.frame(on: number) { $0["id"] == "y" }
            await deliver(text, on: number, to: fixture.broker)
            await fixture.endWait()
        }
        let error = await #expect(throws: StompError.self) { for try await _ in bad {} }
        guard case .unreadable? = error else { throw try #require(error) }
        try await fixture.waitForConnection(4)
        _ = await fixture.broker.frame(on: 4) { $0["id"] == "y" }
        #expect(await fixture.sent(on: 4) == ["SUBSCRIBE y"])
        await fixture.broker.deliver("ahoy", to: "y", on: 4)
        #expect(try await good.first { _ in true }?.text == "ahoy")
    }

    @Test func `as an ERROR still names the frame that the server refuses`() async throws {
        let fixture = await StompFixture.connected(ignoring: .send)
        let send = try await fixture.session.send([1], to: "/topic/forbidden")
        let text = "ERROR\nreceipt-id:\(send.id)\nmessage:no\nmore:\\t\n\n\0"
        await deliver(text, to: fixture.broker)
        await #expect(throws: StompError.refused("no")) { try await send.acknowledged() }
    }

    @Test(arguments: [TransportError.messageTooLarge(limit: 1), .violation("a text that is not UTF-8")])
    func `by the transport ends all subscriptions after a few connections, and the session continues`(
        error: TransportError
    ) async throws {
        let fixture = StompFixture()
        let subscriptions = [
            try await fixture.session.subscribe(to: "/topic/1"), try await fixture.session.subscribe(to: "/topic/2"),
        ]
        await fixture.connect()
        for number in 1...3 { await fixture.reconnect(after: number, .abnormal(error)) }
        for subscription in subscriptions {
            await #expect(throws: StompError.unreadable("\(SocketError.transport(error))")) {
                for try await _ in subscription {}
            }
        }
        try await fixture.session.send(Array("ahoy".utf8), to: "/topic/3").acknowledged()
        #expect(await fixture.sent(on: 4) == ["ahoy"])
    }

    @Test func `is not sent either`() async throws {
        let limits = FrameLimits(headerCount: 5, lineLength: 60, bodyLength: 8)
        let fixture = await StompFixture.connected { $0.frameLimits = limits }
        let header = HeaderField("name", "value")
        let wrong: [(body: String, headers: [HeaderField], error: FrameError.Problem)] = [
            ("123456789", [], .bodyTooLong(limit: 8)), ("1", [header, header], .tooManyHeaders(limit: 5)),
            ("", [header, header, header], .tooManyHeaders(limit: 5)),
            ("", [HeaderField("name", String(repeating: ":", count: 28))], .lineTooLong(limit: 60)),
        ]
        for (body, headers, problem) in wrong {
            await #expect(throws: StompError.invalid("SEND: \(problem)")) {
                try await fixture.session.send(Array(body.utf8), to: "/topic/1", headers: headers)
            }
        }
        try await fixture.session.send(
            Array("12345678".utf8), to: "/topic/1", headers: [HeaderField("name", String(repeating: ":", count: 27))]
        ).acknowledged()
        #expect(await fixture.sent(on: 1) == ["12345678"])
        await #expect(throws: StompError.self) {
            try await fixture.session.subscribe(to: String(repeating: "/", count: 60))
        }
    }
}
