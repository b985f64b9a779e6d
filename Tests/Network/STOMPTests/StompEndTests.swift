import NetworkTestSupport
import AsyncPrimitives
@testable import STOMP
import Sockets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `The end of a STOMP session` {
    @Test func `waits for the answer to its DISCONNECT, then closes`() async {
        let fixture = await StompFixture.connected()
        await fixture.session.disconnect()
        #expect(await fixture.sent(on: 1, [.disconnect]) == ["DISCONNECT"])
        let calls = await fixture.broker.network.transport(1).calls
        #expect(calls.contains(.close(.normal)))
        #expect(fixture.session.status.phase == .disconnected)
    }

    @Test func `waits no longer than it should for a server that does not answer`() async {
        let fixture = await StompFixture.connected(ignoring: .disconnect) { $0.disconnectTimeout = .seconds(2) }
        async let disconnected: Void = fixture.session.disconnect()
        _ = await fixture.broker.frame(on: 1) { $0.command == .disconnect }
        await fixture.clock.wake(after: .seconds(2))
        await disconnected
        #expect(fixture.session.status.phase == .disconnected)
    }

    @Test func `takes a connection that the server closes for an answer`() async {
        let fixture = await StompFixture.connected(ignoring: .disconnect)
        async let disconnected: Void = fixture.session.disconnect()
        _ = await fixture.broker.frame(on: 1) { $0.command == .disconnect }
        let states = fixture.session.statusUpdates
        await fixture.broker.network.transport(1).emit(.closed(.normal))
        await disconnected
        #expect(fixture.session.status.phase == .disconnected)
        for await status in states {
            #expect([.connected, .disconnecting, .disconnected].contains(status.phase))
            if status.phase == .disconnected { break }
        }
        fixture.clock.advance(by: .seconds(3600))
        #expect(fixture.broker.network.count == 1)
    }

    @Test func `does not keep a connection from being opened that is asked for on the way`() async throws {
        let fixture = await StompFixture.connected(ignoring: .disconnect)
        async let disconnected: Void = fixture.session.disconnect()
        _ = await fixture.broker.frame(on: 1) { $0.command == .disconnect }
        await fixture.session.connect(with: .init(login: "ada", passcode: "2"))
        await fixture.broker.network.transport(1).emit(.closed(.normal))
        await disconnected
        try await fixture.waitForConnection(2)
        #expect(await fixture.broker.passcodes == ["1", "2"])
    }

    @Test func `after disconnecting, subscriptions and messages wait for the next connection`() async throws {
        let fixture = await StompFixture.connected(ignoring: .send)
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        try await fixture.session.send([65], to: "/topic/a")
        await fixture.session.disconnect()
        await fixture.session.connect(with: .init(login: "ada", passcode: "2"))
        try await fixture.waitForConnection(2)
        #expect(await fixture.sent(on: 2) == ["SUBSCRIBE a", "A (again)"])
        withExtendedLifetime(subscription) {}
    }

    @Test func `ends subscriptions, tells senders, and nothing can be done any more`() async throws {
        let fixture = await StompFixture.connected(ignoring: .send)
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        await fixture.broker.deliver("not read", to: "a", on: 1)
        let receipt = try await fixture.session.send([65], to: "/topic/a")
        await fixture.session.end()
        await #expect(throws: StompError.ended) { try await receipt.acknowledged() }
        var iterator = subscription.makeAsyncIterator()
        #expect(try await iterator.next() == nil)
        await #expect(throws: StompError.ended) { try await fixture.session.send([], to: "/topic/a") }
        await #expect(throws: StompError.ended) { try await fixture.session.subscribe(to: "/topic/a") }
        await fixture.session.connect(with: .init(login: "ada", passcode: "1"))
        #expect(fixture.session.status.phase == .disconnected)
        #expect(fixture.broker.network.count == 1)
    }

    @Test func `is the end for a server that agrees only then`() async throws {
        let fixture = StompFixture(configure: { $0.heartBeat = HeartBeat(send: .seconds(10)) })
        fixture.broker.ignore(.connect)
        await fixture.session.connect(with: .init(login: "ada", passcode: "1"))
        _ = await fixture.broker.frame(on: 1) { $0.command == .connect }
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        let receipt = try await fixture.session.send([65], to: "/topic/a")
        await fixture.session.stopDelivery()
        await fixture.broker.send(.connected, on: 1)
        try await fixture.session.wait { $0.phase == .connected }
        #expect(await fixture.sent(on: 1) == [])
        await #expect(throws: StompError.ended) { try await fixture.session.sendAtMostOnce([], to: "/topic/a") }
        await fixture.session.end()
        await #expect(throws: StompError.ended) { try await receipt.acknowledged() }
        withExtendedLifetime(subscription) {}
    }

    @Test func `a released session ends subscriptions, fails sends, and closes the connection`() async throws {
        var fixture: StompFixture? = StompFixture()
        await fixture?.connect()
        fixture?.broker.ignore(.send)
        weak let session = fixture?.session
        let subscription = try await fixture?.session.subscribe(to: "/topic/a")
        let receipt = try await fixture?.session.send([65], to: "/topic/a")
        let transport = try #require(await fixture?.broker.network.transport(1))
        fixture = nil
        await #expect(throws: StompError.ended) { try await receipt?.acknowledged() }
        if let subscription { for try await _ in subscription {} }
        await yieldWhile("the session is not released") { session != nil }
        await transport.wait(for: .abort)
    }
}

@Suite(.timeLimit(.minutes(60))) struct `Heart-beats of a STOMP session` {
    /// A session that promises and wants something every ten seconds, as its server does.
    private func connected() async throws -> StompFixture {
        let fixture = StompFixture(configure: {
            $0.heartBeat = HeartBeat(send: .seconds(10), receive: .seconds(10))
            $0.socket.pingInterval = .seconds(3600)
            $0.socket.messageLimit = 1
        })
        fixture.broker.ignore(.connect)
        await fixture.session.connect(with: .init(login: "ada", passcode: "1"))
        try await agree(to: fixture, on: 1)
        return fixture
    }

    private func agree(to fixture: StompFixture, on number: Int) async throws {
        _ = await fixture.broker.frame(on: number) { $0.command == .connect }
        await fixture.broker.send(
            Frame(.connected, headers: [HeaderField("version", "1.2"), HeaderField("heart-beat", "10000,10000")]),
            on: number)
        try await fixture.waitForConnection(number)
        await waitForBeats(of: fixture)
    }

    /// Waits until the session waits for its next beat, and for its next check of the server's.
    private func waitForBeats(of fixture: StompFixture) async {
        await fixture.clock.waitForSleepers(due: .seconds(10), .seconds(5))
    }

    @Test func `go out whenever nothing else did for so long`() async throws {
        let fixture = try await connected()
        let transport = await fixture.broker.network.transport(1)
        transport.emit(.text("\n"))
        await transport.waitForReader()
        fixture.clock.advance(by: .seconds(9))
        try await fixture.session.sendAtMostOnce([65], to: "/topic/a")
        fixture.clock.advance(by: .seconds(1))
        await fixture.clock.waitForSleepers(due: .seconds(9))
        #expect(!transport.sent.contains(.text("\n")))
        fixture.clock.advance(by: .seconds(9))
        await transport.wait(for: .send(.text("\n")))
    }

    @Test func `that do not come for twice the time end the connection, and another one follows`() async throws {
        let fixture = try await connected()
        fixture.clock.advance(by: .seconds(10))
        await waitForBeats(of: fixture)
        fixture.clock.advance(by: .seconds(10))
        #expect(try await fixture.session.wait { $0.wait != nil }.failure == .peerSilent)
        fixture.broker.ignoreNothing()
        await fixture.endWait()
        try await fixture.waitForConnection(2)
    }

    @Test func `that a slow consumer holds up are not missed, nor those of the next connection`() async throws {
        let fixture = try await connected()
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        try await subscription.confirmed()
        for number in 1...3 { await fixture.broker.deliver("\(number)", to: "a", on: 1) }
        let transport = await fixture.broker.network.transport(1)
        await transport.waitForReader()
        await fixture.waitForStall()
        transport.emit(.abnormal(.connectionLost("")))
        await fixture.endWait()
        try await agree(to: fixture, on: 2)
        for _ in 1...3 {
            await fixture.broker.network.transport(2).emit(.text("\n"))
            fixture.clock.advance(by: .seconds(10))
            await waitForBeats(of: fixture)
        }
        #expect(fixture.session.status.phase == .connected)
        #expect(fixture.session.status.attempt == 2)
        withExtendedLifetime(subscription) {}
    }

    @Test(arguments: [true, false])
    func `may be anything that the server says, or a part of a message that takes long`(isWhole: Bool) async throws {
        let fixture = try await connected()
        let transport = await fixture.broker.network.transport(1)
        for _ in 1...5 {
            if isWhole { transport.emit(.text("\n")) } else { transport.receiveBytes(1) }
            fixture.clock.advance(by: .seconds(10))
            await waitForBeats(of: fixture)
        }
        #expect(fixture.session.status.phase == .connected)
    }
}
