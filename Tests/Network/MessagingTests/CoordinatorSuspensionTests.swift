import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Messaging
import Sockets
import TestSupport
import Testing

/// A coordinator in an app that is in the background for a while.
@Suite(.timeLimit(.minutes(60))) struct CoordinatorSuspensionTests {
    @Test func `While a coordinator is suspended nothing is open, and then all that has waited goes out once`()
        async throws
    {
        let (fixture, session) = try await CoordinatorFixture.connected()
        let subscription = try await session.subscribe(to: "/topic/test", id: "test")
        await fixture.coordinator.suspend()
        #expect(session.status.phase == .disconnected)
        #expect(await fixture.broker.frames(on: 1).last?.command == .disconnect)
        let receipt = try await session.send(Array("later".utf8), to: "/topic/test")
        fixture.clock.advance(by: .seconds(3600))
        await fixture.coordinator.suspend()
        #expect(fixture.broker.network.count == 1)
        #expect(fixture.coordinator.session === session)

        await fixture.coordinator.resume()
        try await receipt.acknowledged()
        await fixture.coordinator.resume()
        #expect(await fixture.broker.frames(on: 2).map(\.command) == [.connect, .subscribe, .send])
        await fixture.broker.deliver("hello", to: "test", on: 2)
        var messages = subscription.makeAsyncIterator()
        #expect(try await messages.next()?.text == "hello")
        #expect(await fixture.broker.passcodes == ["1", "1"])
        #expect(fixture.coordinator.phase == .connected)
    }

    @Test func `A suspended user is away, and then back at the place that was reported last`() async throws {
        let (fixture, session) = try await CoordinatorFixture.connected()
        _ = try await session.presence.report("harbour")
        await fixture.coordinator.suspend()
        let sent = await fixture.broker.frames(on: 1).map(\.command)
        #expect(sent.suffix(3) == [.send, .send, .disconnect])
        #expect(await places(in: fixture.broker, on: 1) == ["harbour", "nowhere"])
        _ = try await session.presence.report("market")
        await fixture.coordinator.resume()
        _ = await fixture.broker.frame(on: 2) { $0.command == .send }
        #expect(await places(in: fixture.broker, on: 2) == ["market"])
    }

    private func places(in broker: ScriptedBroker, on number: Int) async -> [String] {
        await broker.frames(on: number).filter { $0.command == .send }.map { frame in
            let text = String(decoding: frame.body, as: UTF8.self)
            return ["harbour", "market"].first { text.contains($0) } ?? "nowhere"
        }
    }

    @Test func `Another token that comes during the suspension is connected with later`() async throws {
        let (fixture, session) = try await CoordinatorFixture.connected()
        await fixture.coordinator.suspend()
        fixture.store.replace(with: .ada("2"))
        try await fixture.coordinator.wait(for: .connecting)
        await fixture.coordinator.suspend()
        #expect(fixture.broker.network.count == 1)
        await fixture.coordinator.resume()
        try await fixture.coordinator.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1", "2"])
        #expect(fixture.coordinator.session === session)
    }

    @Test func `A log-out during the suspension ends the session at once, and nothing is resumed`() async throws {
        let (fixture, session) = try await CoordinatorFixture.connected()
        let subscription = try await session.subscribe(to: "/topic/test")
        await fixture.coordinator.suspend()
        let receipt = try await session.send([1], to: "/topic/test")
        fixture.store.replace(with: nil)
        await #expect(throws: StompError.ended) { try await receipt.acknowledged() }
        for try await _ in subscription { Issue.record("Nothing is delivered any more.") }
        try await fixture.coordinator.wait(for: .loggedOut)
        await fixture.coordinator.resume()
        #expect(fixture.coordinator.session == nil)
        #expect(fixture.broker.network.count == 1)
    }

    @Test func `Another user who logs in during the suspension gets a session at once, and a connection later`()
        async throws
    {
        let (fixture, session) = try await CoordinatorFixture.connected()
        _ = try await session.presence.report("harbour")
        await fixture.coordinator.suspend()
        fixture.store.replace(with: .bob)
        let next = try await fixture.coordinator.session(of: "bob")
        try await fixture.coordinator.wait(for: .connecting)
        await #expect(throws: StompError.ended) { try await session.send([1], to: "/topic/test") }
        #expect(fixture.broker.network.count == 1)
        await fixture.coordinator.resume()
        try await fixture.coordinator.wait(for: .connected)
        #expect(next.status.phase == .connected)
        #expect(await fixture.broker.passcodes == ["1", "b"])
        #expect(await fixture.broker.frames(on: 2).map(\.command) == [.connect])
    }

    @Test func `A coordinator that is suspended before there is a token connects when it is resumed`() async throws {
        let fixture = CoordinatorFixture()
        await fixture.coordinator.start()
        await fixture.coordinator.suspend()
        fixture.store.replace(with: .ada("1"))
        try await fixture.coordinator.wait(for: .connecting)
        #expect(fixture.broker.network.count == 0)
        await fixture.coordinator.resume()
        try await fixture.coordinator.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1"])
    }
}
