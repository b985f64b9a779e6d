import AsyncPrimitives
import Messaging
import NetworkTestSupport
import STOMP
import Sockets
import TestSupport
import Testing

/// A coordinator on a phone with a network that comes and goes. The clock stands still unless a test says otherwise.
@Suite(.timeLimit(.minutes(60))) struct `A network that comes and goes` {
    @Test(arguments: CoordinatorSituation.waiting)
    func `A coordinator that waits connects at once when the network is back, once`(situation: CoordinatorSituation)
        async throws
    {
        let (fixture, session) = try await situation.make()
        let (count, start) = (fixture.broker.network.count, fixture.elapsed)
        for _ in 1...10 { await fixture.coordinator.networkIsBack() }
        try await answerRequest(of: fixture, in: situation)
        try await session.wait(for: .connected)
        for _ in 1...10 { await fixture.coordinator.networkIsBack() }
        await session.networkIsBack()
        #expect(session.status.phase == .connected)
        #expect(fixture.broker.network.count == count + 1)
        #expect(fixture.elapsed == start)
    }

    @Test(arguments: CoordinatorSituation.allCases)
    func `A coordinator opens nothing without a network, shows refusals only, and connects at once when it is back`(
        situation: CoordinatorSituation
    ) async throws {
        let (fixture, session) = try await situation.make()
        let count = fixture.broker.network.count
        for _ in 1...10 { await fixture.coordinator.networkIsGone() }
        try await session.wait { $0.phase == .disconnected && $0.failure == situation.refusal }
        fixture.clock.advance(by: .seconds(3600))
        await session.networkIsBack()  // By then, a timer that has fired has had its effect.
        #expect(session.status.phase == .disconnected)
        #expect(fixture.broker.network.count == count)
        #expect(![.refused, .loggedOut].contains(fixture.coordinator.phase))
        #expect(fixture.coordinator.session === session)

        let start = fixture.elapsed
        for _ in 1...10 { await fixture.coordinator.networkIsBack() }
        try await answerRequest(of: fixture, in: situation)
        try await session.wait(for: .connected)
        #expect(fixture.broker.network.count == count + 1)
        #expect(fixture.elapsed == start)
    }

    /// Lets the store answer the request that follows the pause.
    private func answerRequest(of fixture: CoordinatorFixture, in situation: CoordinatorSituation) async throws {
        guard situation == .asksForAToken else { return }
        await fixture.issuer.waitForRequest(2)
        fixture.issuer.answer(.success(.ada("2")))
    }

    @Test func `A network that is gone and back within a moment is one new connection`() async throws {
        let (fixture, session) = try await CoordinatorFixture.connected()
        await fixture.coordinator.networkIsGone()
        await fixture.coordinator.networkIsBack()
        try await session.wait { $0.phase == .connected && $0.attempt == 2 }
        #expect(fixture.broker.network.count == 2)
    }

    @Test func `Messages that wait when the network goes, and those sent without one, go out when it is back`()
        async throws
    {
        let (fixture, session) = try await CoordinatorFixture.connected()
        let subscription = try await session.subscribe(to: "/topic/test", id: "test")
        fixture.broker.ignore(.send)
        let before = try await session.send([1], to: "/topic/test")
        _ = await fixture.broker.frame(on: 1) { $0.command == .send }
        await fixture.coordinator.networkIsGone()
        try await session.wait(for: .disconnected)
        let after = try await session.send([2], to: "/topic/test")
        fixture.broker.ignoreNothing()
        await fixture.coordinator.networkIsBack()
        try await before.acknowledged()
        try await after.acknowledged()
        let sent = await fixture.broker.frames(on: 2)
        #expect(sent.map(\.command) == [.connect, .subscribe, .send, .send])
        #expect(sent.suffix(2).map(\.body) == [[1], [2]])
        #expect(sent.suffix(2).map { $0[StompSession.repetitionHeader] != nil } == [true, false])
        await fixture.broker.deliver("hello", to: "test", on: 2)
        var messages = subscription.makeAsyncIterator()
        #expect(try await messages.next()?.text == "hello")
    }

    @Test(arguments: CoordinatorSituation.waiting) func `In the background a network that is back opens nothing`(
        situation: CoordinatorSituation
    ) async throws {
        let (fixture, session) = try await situation.make()
        let (count, phase) = (fixture.broker.network.count, fixture.coordinator.phase)
        await fixture.coordinator.suspend()
        for _ in 1...10 { await fixture.coordinator.networkIsBack() }
        await fixture.coordinator.networkIsGone()
        await fixture.coordinator.networkIsBack()
        await fixture.coordinator.suspend()
        #expect(session.status.phase == .disconnected)
        #expect(fixture.broker.network.count == count)
        #expect(fixture.coordinator.phase == phase)
        await fixture.coordinator.resume()
        try await answerRequest(of: fixture, in: situation)
        try await session.wait(for: .connected)
        #expect(fixture.broker.network.count == count + 1)
    }

    @Test func `An app that comes back without a network connects when there is one`() async throws {
        let (fixture, session) = try await CoordinatorFixture.connected()
        await fixture.coordinator.suspend()
        await fixture.coordinator.networkIsGone()
        await fixture.coordinator.resume()
        await fixture.coordinator.suspend()
        await fixture.coordinator.resume()
        #expect(session.status.phase == .disconnected)
        #expect(fixture.broker.network.count == 1)
        await fixture.coordinator.networkIsBack()
        try await session.wait(for: .connected)
        #expect(fixture.broker.network.count == 2)
    }
}
