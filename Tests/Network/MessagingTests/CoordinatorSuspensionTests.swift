import NetworkTestSupport
import STOMP
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
        let sent = await fixture.broker.frames(on: 1).suffix(3)
        #expect(sent.map(\.command) == [.send, .send, .disconnect])
        #expect(sent.map { String(decoding: $0.body, as: UTF8.self).contains("harbour") } == [true, false, false])
        _ = try await session.presence.report("market")
        await fixture.coordinator.resume()
        let report = await fixture.broker.frame(on: 2) { $0.command == .send }
        #expect(String(decoding: report.body, as: UTF8.self).contains("market"))
    }

    @Test(arguments: [AccessToken.ada("2"), .bob])
    func
        `Another token that comes during the suspension is connected with later, and another user has a session at once`(
            token: AccessToken
        ) async throws
    {
        let (fixture, session) = try await CoordinatorFixture.connected()
        await fixture.coordinator.suspend()
        fixture.store.replace(with: token)
        try await fixture.coordinator.wait(for: .connecting)
        let next = try await fixture.coordinator.session(of: token.user)
        #expect((next === session) == (token.user == "ada"))
        if next !== session {
            await #expect(throws: StompError.ended) { try await session.send([1], to: "/topic/test") }
        }
        await fixture.coordinator.suspend()  // By then, what is to be opened is.
        #expect(fixture.broker.network.count == 1)
        await fixture.coordinator.resume()
        try await fixture.coordinator.wait(for: .connected)
        #expect(next.status.phase == .connected)
        #expect(await fixture.broker.passcodes == ["1", token.secret])
        #expect(await fixture.broker.frames(on: 2).map(\.command) == [.connect])
    }
}
