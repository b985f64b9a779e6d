import NetworkTestSupport
@testable import STOMP
@testable import Messaging
import Sockets
import TestSupport
import Testing

/// The session of the user who is logged in, and the token that it is connected with.
@Suite(.timeLimit(.minutes(60))) struct CoordinatorTests {
    @Test func `Nothing connects without a token, and the first one is connected with, once`() async throws {
        let fixture = CoordinatorFixture()
        for _ in 1...2 { await fixture.coordinator.start() }
        #expect(fixture.coordinator.session == nil)
        #expect(fixture.coordinator.phase == .loggedOut)
        fixture.store.replace(with: .ada("1"))
        let session = try await fixture.coordinator.session(of: "ada")
        try await fixture.coordinator.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1"])
        #expect(session.stomp.status.phase == .connected)
    }

    @Test func `A session continues with another token, with its subscriptions and what was not acknowledged`()
        async throws
    {
        let (fixture, session) = try await CoordinatorFixture.connected()
        let subscription = try await session.stomp.subscribe(to: "/topic/test")
        fixture.broker.ignore(.send)
        let receipt = try await session.stomp.send([1], to: "/topic/test")
        fixture.store.replace(with: .ada("2"))
        let repetition = await fixture.broker.frame(on: 2) { $0.command == .send }
        await fixture.broker.send(.receipt(for: repetition), on: 2)
        try await receipt.acknowledged()
        #expect(await fixture.broker.passcodes == ["1", "2"])
        let frames = await fixture.broker.frames(on: 2)
        #expect(frames.map(\.command) == [.connect, .subscribe, .send])
        #expect(frames.first { $0.command == .subscribe }?["id"] == subscription.id)
        #expect(await fixture.broker.frames(on: 1).last?.command == .disconnect)
        #expect(fixture.coordinator.session === session)
    }

    @Test func `A session with another spelling of its user is that user's session all the same`() async throws {
        let broker = ScriptedBroker()
        let store = InMemoryTokenStore(AccessToken(user: "Ada", secret: "1"))
        let coordinator = SessionCoordinator(store: store) { broker.messaging(of: $0.lowercased()) }
        await coordinator.start()
        try await coordinator.wait(for: .connected)
        let session = try await coordinator.session(of: "ada")
        #expect(session.status.phase == .connected)
        store.replace(with: AccessToken(user: "Ada", secret: "2"))
        _ = await broker.frame(on: 2) { $0["passcode"] == "2" }
        try await coordinator.wait(for: .connected)
        #expect(coordinator.session === session)
        await coordinator.stop()
    }

    // MARK: Log-outs

    @Test func `A log-out disconnects, and ends what there is of the session`() async throws {
        let (fixture, session) = try await CoordinatorFixture.connected(.ada("1", expiry: 60))
        await fixture.clock.waitForSleepers(due: .seconds(30))
        let subscription = try await session.stomp.subscribe(to: "/topic/test")
        fixture.broker.ignore(.send)
        let receipt = try await session.stomp.send([1], to: "/topic/test")
        fixture.store.replace(with: nil)
        try await fixture.coordinator.waitForSession { $0 == nil }
        await #expect(throws: StompError.ended) { try await receipt.acknowledged() }
        for try await _ in subscription { Issue.record("Nothing is delivered any more.") }
        try await fixture.coordinator.wait(for: .loggedOut)
        #expect(session.stomp.status.phase == .disconnected)
        #expect(fixture.clock.due == [])
        await #expect(throws: StompError.ended) { try await session.stomp.send([2], to: "/topic/test") }
        #expect(fixture.broker.network.count == 1)
    }

    @Test func `Nothing of one user reaches the session of the next one`() async throws {
        let (fixture, session) = try await CoordinatorFixture.connected()
        _ = try await session.stomp.subscribe(to: "/topic/ada")
        fixture.broker.ignore(.send)
        let receipt = try await session.stomp.send(Array("of ada".utf8), to: "/topic/ada")
        fixture.store.replace(with: .bob)
        let next = try await fixture.coordinator.session(of: "bob")
        #expect(next !== session)
        try await fixture.coordinator.wait(for: .connected)
        // The coordinator may still say so of the last session.
        try await next.stomp.wait(for: .connected)
        await #expect(throws: StompError.ended) { try await receipt.acknowledged() }
        #expect(await fixture.broker.frames(on: 2).map(\.command) == [.connect])
        #expect(await fixture.broker.passcodes == ["1", "b"])
    }

    @Test func `A log-out while a connection is closed for another token ends the session before anything else`()
        async throws
    {
        let (fixture, session) = try await CoordinatorFixture.connected()
        fixture.broker.ignore(.disconnect, .send)
        let receipt = try await session.stomp.send([1], to: "/topic/ada")
        let subscription = try await session.stomp.subscribe(to: "/topic/ada")
        fixture.store.replace(with: .ada("2"))
        try await fixture.coordinator.wait(for: .closing)
        fixture.store.replace(with: nil)
        for try await _ in subscription { Issue.record("Nothing is delivered any more.") }
        await #expect(throws: StompError.ended) { try await session.stomp.send([2], to: "/topic/ada") }
        try await fixture.coordinator.waitForSession { $0 == nil }
        fixture.store.replace(with: .bob)
        _ = try await fixture.coordinator.session(of: "bob")
        #expect(fixture.broker.network.count == 1)
        await fixture.broker.answerDisconnect(on: 1)
        _ = await fixture.broker.network.transport(2)
        #expect(await session.stomp.hasEnded)
        await #expect(throws: StompError.ended) { try await receipt.acknowledged() }
        try await fixture.coordinator.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1", "b"])
    }
}
