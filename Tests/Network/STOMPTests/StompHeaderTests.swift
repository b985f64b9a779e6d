import NetworkTestSupport
import STOMP
import Sockets
import Testing

@Suite(.timeLimit(.minutes(60))) struct `Headers of an app in the frames of its STOMP session` {
    private static let forged = ["accept-version", "host", "heart-beat", "receipt", "send-id", "possibly-repeated"]
        .map { HeaderField($0, "forged") }

    @Test(arguments: [
        (
            StompSession.PasscodePlace.passcode,
            ["accept-version", "host", "login", "passcode", "heart-beat", "client-id"]
        ),
        (.header("token"), ["accept-version", "host", "heart-beat", "token", "client-id", "login"]),
        (.handshake(), ["accept-version", "host", "heart-beat", "client-id", "login", "token"]),
    ])
    func `go out with CONNECT on every connection, unless they are its own`(
        place: StompSession.PasscodePlace, names: [String]
    ) async {
        let fixture = StompFixture {
            $0.passcodePlace = place
            $0.connectHeaders =
                Self.forged
                + ["client-id", "login", "token"].map { HeaderField($0, "an app's") }
            if place == .passcode { $0.connectHeaders.removeLast() }
        }
        await fixture.connect()
        await fixture.reconnect(after: 1)
        for number in 1...2 {
            let frame = await fixture.broker.frame(on: number) { $0.command == .connect }
            #expect(frame.headers.map(\.name) == names)
            #expect(frame["client-id"] == "an app's")
            #expect(!frame.headers.contains { $0.value == "forged" })
            switch place {
            case .passcode: #expect((frame["login"], frame["passcode"], frame["accept-version"]) == ("ada", "1", "1.2"))
            case .header: #expect(frame["token"] == "1")
            case .handshake: break
            }
        }
    }

    @Test func `that CONNECT cannot carry are reported, and not tried again`() async throws {
        let fixture = StompFixture { $0.connectHeaders = [HeaderField("client-id", "two\nlines")] }
        await fixture.session.connect(with: .init(login: "ada", passcode: "1"))
        let status = try await fixture.session.wait { $0.phase == .disconnected && $0.failure != nil }
        let reason = "CONNECT: the header “client-id” holds what cannot be written in this frame"
        #expect(status.failure == .unauthenticated(reason))
    }

    @Test func `go out with ACK and NACK, unless they are its own or cannot be written`() async throws {
        let (fixture, subscription) = try await StompFixture.subscribed(acknowledgement: .individual)
        for id in ["1", "2", "3"] { await fixture.broker.deliver("", to: "a", id: id, on: 1) }
        var messages = subscription.makeAsyncIterator()
        let headers = [HeaderField("requeue", "false"), HeaderField("receipt", "forged")]
        let unwritable = try #require(try await messages.next())
        let nul = [HeaderField("x", "a\0b")]
        await #expect(throws: StompError.self) { try await fixture.session.acknowledge(unwritable, headers: nul) }
        await #expect(throws: StompError.self) { try await fixture.session.refuse(unwritable, headers: nul) }
        try await fixture.session.acknowledge(try #require(try await messages.next()), headers: headers)
        try await fixture.session.refuse(try #require(try await messages.next()), headers: headers)
        let nack = await fixture.broker.frame(on: 1) { $0.command == .nack }
        #expect(nack == .nack(id: "3", headers: [headers[0]]))
        let answers = await fixture.broker.frames(on: 1).filter { [.ack, .nack].contains($0.command) }
        #expect(answers == [.ack(id: "2", headers: [headers[0]]), nack])
    }

    // MARK: UNSUBSCRIBE

    private static let durable = [HeaderField("durable", "true")]

    @Test func `go out with UNSUBSCRIBE, which ends the subscription`() async throws {
        let (fixture, subscription) = try await StompFixture.subscribed()
        try await fixture.session.unsubscribe("a", headers: Self.durable + Self.forged.filter { $0.name == "receipt" })
        var frame = await fixture.broker.frame(on: 1) { $0.command == .unsubscribe }
        let receipt = frame.headers.removeLast()
        #expect(receipt.name == "receipt" && !Self.forged.contains(receipt))
        #expect(frame == .unsubscribe(id: "a", headers: Self.durable))
        #expect(try await subscription.first { _ in true } == nil)
        await fixture.reconnect(after: 1)
        #expect(await fixture.sent(on: 2) == [])
    }

    @Test func `go out with UNSUBSCRIBE for a subscription that another session has made`() async throws {
        let fixture = await StompFixture.connected()
        try await fixture.session.unsubscribe("old", headers: Self.durable)
        #expect(await fixture.sent(on: 1) == ["UNSUBSCRIBE old"])
    }

    // It waits while a message is probed.
    @Test func `go out with UNSUBSCRIBE after the SUBSCRIBE that still waits`() async throws {
        let fixture = await StompFixture.connected(ignoring: .send)
        for _ in 1...2 { try await fixture.session.send([49], to: "/topic/a") }
        await fixture.reconnect(after: 1, .closed(.normal))
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        #expect(await fixture.sent(on: 2) == ["1 (again)"])
        try await fixture.session.unsubscribe("a", headers: Self.durable)
        #expect(await fixture.sent(on: 2) == ["1 (again)", "SUBSCRIBE a", "UNSUBSCRIBE a"])
        withExtendedLifetime(subscription) {}
    }

    @Test func `change nothing without a connection, or if UNSUBSCRIBE cannot carry them`() async throws {
        let fixture = StompFixture()
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        await #expect(throws: StompError.notConnected) { try await fixture.session.unsubscribe("a") }
        await fixture.connect()
        await #expect(throws: StompError.self) {
            try await fixture.session.unsubscribe("a", headers: [HeaderField("x", "a\0b")])
        }
        await fixture.broker.deliver("1", to: "a", on: 1)
        #expect(try await subscription.first { _ in true }?.text == "1")
        await fixture.session.end()
        await #expect(throws: StompError.ended) { try await fixture.session.unsubscribe("a") }
    }
}
