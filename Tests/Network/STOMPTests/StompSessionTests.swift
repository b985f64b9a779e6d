import Foundation
import NetworkTestSupport
import STOMP
import Sockets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `A STOMP session` {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    // MARK: Connecting

    @Test func `with a refused token closes the connection that the server leaves open, and does not try again`()
        async throws
    {
        let fixture = StompFixture()
        fixture.broker.refuse("old")
        fixture.broker.closeRefused(with: nil)
        await fixture.session.connect(with: .init(login: "ada", passcode: "old"))
        #expect(try await fixture.refusal(after: .milliseconds(500)).failure == .unauthenticated("Bad CONNECT"))
        let calls = await fixture.broker.network.transport(1).calls
        #expect(calls.contains(.close(.normal)))
        fixture.clock.advance(by: .seconds(3600))
        #expect(fixture.broker.network.count == 1)
        await fixture.connect(passcode: "new")
        #expect(await fixture.broker.passcodes == ["old", "new"])
    }

    @Test func `hears what the server says in the same breath as that it agrees`() async throws {
        let fixture = StompFixture()
        fixture.broker.ignore(.connect)
        await fixture.session.connect(with: .init(login: "ada", passcode: "1"))
        _ = await fixture.broker.frame(on: 1) { $0.command == .connect }
        let frames = [Frame.connected, Frame(.error, headers: [HeaderField("message", "too late")])]
        let text = try frames.map { String(decoding: try $0.encoded(), as: UTF8.self) }.joined()
        await fixture.broker.network.transport(1).emit(.text(text))
        let status = try await fixture.session.wait { $0.wait != nil }
        #expect(status.failure == .noSession("refused by the server: too late"))
        // True of a session that has run for long as well.
        #expect(status.failure?.description == "the session failed: refused by the server: too late")
    }

    @Test func `tries its servers in turn`() async throws {
        let fixture = StompFixture(configure: { configuration in
            configuration.urls = ["ws://a/ws", "ws://b/ws"].compactMap { .init(string: $0) }
        })
        await fixture.connect()
        await fixture.reconnect(after: 1)
        await fixture.reconnect(after: 2)
        var hosts: [String?] = []
        for number in 1...3 {
            let call = try #require(await fixture.broker.network.transport(number).calls.first)
            if case .open(let request, _) = call { hosts.append(request.url.host()) }
        }
        #expect(hosts == ["a", "b", "a"])
    }

    // MARK: Sending

    @Test func `tells each sender when the server has acknowledged`() async throws {
        let fixture = await StompFixture.connected(ignoring: .send)
        let first = try await fixture.session.send(bytes("first"), to: "/topic/a")
        let second = try await fixture.session.send(bytes("second"), to: "/topic/a")
        await fixture.broker.confirm(on: 1) { $0["receipt"] == second.id }
        try await second.acknowledged()
        #expect(await fixture.sent(on: 1) == ["first", "second"])
        await fixture.reconnect(after: 1)
        // Only unacknowledged messages go out again, with a mark.
        #expect(await fixture.sent(on: 2) == ["first (again)"])
        #expect(await fixture.broker.frame(on: 2) { $0.command == .send }["send-id"] == first.id)
    }

    @Test func `sends what was not acknowledged before anything newer, in order, on every connection`() async throws {
        let fixture = await StompFixture.connected(ignoring: .send)
        for number in 1...3 { try await fixture.session.send(bytes("\(number)"), to: "/topic/a") }
        await fixture.reconnect(after: 1)
        try await fixture.session.send(bytes("4"), to: "/topic/a")
        await fixture.reconnect(after: 2)
        #expect(await fixture.sent(on: 2) == ["1 (again)", "2 (again)", "3 (again)", "4"])
        #expect(await fixture.sent(on: 3) == ["1 (again)", "2 (again)", "3 (again)", "4 (again)"])
    }

    @Test func `refuses more than the limit`() async throws {
        let fixture = StompFixture(configure: { $0.sendLimit = 2 })
        for number in 1...2 { try await fixture.session.send(bytes("\(number)"), to: "/topic/a") }
        await #expect(throws: StompError.queueIsFull(limit: 2)) {
            try await fixture.session.send([], to: "/topic/a")
        }
        await fixture.connect()
        _ = await fixture.broker.frame(on: 1) { $0.body == bytes("2") }
        #expect(await fixture.sent(on: 1) == ["1", "2"])
    }

    @Test func `counts the bytes of all destinations, and accepts a single message that is larger`() async throws {
        let fixture = StompFixture(configure: { $0.sendByteLimit = 1_000 })
        fixture.broker.ignore(.send)
        let large = try await fixture.session.send([UInt8](repeating: 1, count: 2_000), to: "/topic/a")
        await #expect(throws: StompError.queueIsFull(limit: 1_000, ofBytes: true)) {
            try await fixture.session.send([], to: "/topic/b")
        }
        await fixture.connect()
        await #expect(throws: StompError.queueIsFull(limit: 1_000, ofBytes: true)) {
            _ = try await fixture.session.report([], to: "/topic/c", contentType: "text/plain")
        }
        await fixture.broker.confirm(on: 1) { $0.command == .send }
        try await large.acknowledged()
        for name in ["a", "b", "c"] {
            _ = try await fixture.session.report(
                [UInt8](repeating: 1, count: 100), to: "/topic/\(name)", contentType: "text/plain")
        }
        await #expect(throws: StompError.queueIsFull(limit: 1_000, ofBytes: true)) {
            try await fixture.session.send([UInt8](repeating: 1, count: 500), to: "/topic/d")
        }
    }

    @Test func `counts the messages to all destinations`() async throws {
        let fixture = StompFixture(configure: { $0.sendLimit = 1 })
        for number in 1...500 { try await fixture.session.send([], to: "/topic/\(number)") }
        await #expect(throws: StompError.queueIsFull(limit: 500)) { try await fixture.session.send([], to: "/topic/a") }
        await fixture.connect()
        await yieldWhile("there is no room for another message") {
            (try? await fixture.session.send([], to: "/topic/a")) == nil
        }
    }

    @Test func `asks for its own receipts and says itself what is a repetition, whatever headers are passed on`()
        async throws
    {
        let fixture = StompFixture()
        let forged = ["receipt", "send-id", "possibly-repeated"].map { HeaderField($0, "true") }
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a", headers: forged)
        let receipt = try await fixture.session.send([], to: "/topic/a", headers: forged + [HeaderField("x", "y")])
        await fixture.connect()
        let made = await fixture.broker.frame(on: 1) { $0.command == .subscribe }
        #expect(made["receipt"] != "true")
        let sent = await fixture.broker.frame(on: 1) { $0.command == .send }
        #expect(sent["send-id"] == receipt.id)
        #expect(sent["possibly-repeated"] == nil)
        #expect(sent["x"] == "y")
        try await subscription.confirmed()
        try await receipt.acknowledged()
    }

    @Test func `sends at most once on the present connection, and no more than a server acknowledges`() async throws {
        let fixture = StompFixture { $0.sendLimit = 2 }
        await #expect(throws: StompError.notConnected) {
            try await fixture.session.sendAtMostOnce([], to: "/topic/a")
        }
        fixture.broker.ignore(.send)
        await fixture.connect()
        for _ in 1...2 { try await fixture.session.sendAtMostOnce([], to: "/topic/a") }
        await #expect(throws: StompError.queueIsFull(limit: 2)) {
            try await fixture.session.sendAtMostOnce([], to: "/topic/a")
        }
        await fixture.broker.confirm(on: 1) { $0.command == .send }
        await fixture.broker.network.transport(1).waitForReader()
        await fixture.reconnect(after: 1)
        let receipt = try await fixture.session.sendAtMostOnce([], to: "/topic/a")
        await fixture.reconnect(after: 2)
        await #expect(throws: StompError.notConnected) { try await receipt.acknowledged() }
        #expect(await fixture.sent(on: 3) == [])
    }

    @Test(arguments: [
        TransportEvent.abnormal(.connectionLost("broken")), .closed(.goingAway), .closed(.internalError),
        .closed(.serviceRestart), .closed(.tryAgainLater), .closed(.badGateway),
    ])
    func `does not attribute to a message connections that just break, or servers that restart or fail`(
        ending: TransportEvent
    ) async throws {
        let fixture = await StompFixture.connected(ignoring: .send) { $0.closingLimit = 2 }
        try await fixture.session.send(bytes("good"), to: "/topic/a")
        for number in 1...3 { await fixture.reconnect(after: number, ending) }
        #expect(await fixture.sent(on: 4) == ["good (again)"])
    }

    @Test(arguments: [
        ("sendLimit", "A session must be able to send at least one message."),
        ("sendByteLimit", "The limit of bytes of a session cannot be negative."),
        ("closingLimit", "A frame can be refused after one closing at the earliest."),
        ("acknowledgementTimeout", "The times of a session must be greater than zero."),
        ("disconnectTimeout", "The times of a session must be greater than zero."),
        ("urls", "A session needs a server."),
    ])
    func `is not created with times and limits that make no sense`(name: String, rule: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [name] in
            _ = StompFixture(configure: {
                switch name {
                case "sendLimit": $0.sendLimit = 0
                case "sendByteLimit": $0.sendByteLimit = -1
                case "closingLimit": $0.closingLimit = .min
                case "acknowledgementTimeout": $0.acknowledgementTimeout = .seconds(Int64.min)
                case "urls": $0.urls = []
                default: $0.disconnectTimeout = Duration(attoseconds: .min)
                }
            })
        }
        #expect(result?.errors.contains(rule) == true)
    }

    @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max)])
    func `has the greatest times and limits that there are`(time: Duration) async throws {
        let fixture = await StompFixture.connected(ignoring: .send) {
            ($0.acknowledgementTimeout, $0.disconnectTimeout) = (time, time)
            ($0.sendLimit, $0.sendByteLimit, $0.closingLimit) = (.max, .max, .max)
            $0.heartBeat = HeartBeat(send: time, receive: time)
        }
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        try await subscription.confirmed()
        let send = try await fixture.session.send(bytes("held"), to: "/topic/b")
        _ = await fixture.broker.frame(on: 1) { $0["receipt"] == send.id }
        await fixture.reconnect(after: 1, .closed(.normal))
        await fixture.clock.waitForSleepers(due: .seconds(10))  // The time of the frame.
        await fixture.broker.deliver("1", to: "a", on: 2)
        #expect(try await subscription.first { _ in true }?.text == "1")
        await fixture.session.disconnect()
    }
}
