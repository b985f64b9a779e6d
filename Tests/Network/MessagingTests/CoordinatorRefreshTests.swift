import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Foundation
import Messaging
import Sockets
import TestSupport
import Testing

/// Tokens that a server refuses, and tokens that expire.
@Suite(.timeLimit(.minutes(60))) struct CoordinatorRefreshTests {
    @Test func `A token that was refused is not shown again, and another one is asked for, once`() async throws {
        let fixture = await CoordinatorFixture.refused("1")
        let session = try await fixture.coordinator.session(of: "ada")
        try await fixture.coordinator.wait(for: .refreshing)
        #expect(session.stomp.status.phase == .disconnected)
        fixture.clock.advance(by: .seconds(3600))
        #expect(await fixture.broker.passcodes == ["1"])
        fixture.issuer.answer(.success(.ada("2")))
        try await fixture.coordinator.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1", "2"])
        #expect(fixture.issuer.count == 1)
        #expect(fixture.coordinator.session === session)
    }

    @Test(arguments: [Result<AccessToken, any Error>.success(.ada("1")), .failure(ScriptedIssuer.refusal)])
    func `A refresh that comes to nothing leaves the token refused, until there is another one`(
        answer: Result<AccessToken, any Error>
    ) async throws {
        let fixture = await CoordinatorFixture.refused("1", refusalKind: .credentials)
        fixture.issuer.answer(answer)
        try await fixture.coordinator.wait(for: .refused)
        fixture.clock.advance(by: .seconds(3600))
        #expect(await fixture.broker.passcodes == ["1"])
        fixture.store.replace(with: .ada("2"))
        try await fixture.coordinator.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1", "2"])
        #expect(fixture.issuer.count == 1)
    }

    @Test func `A token that was refused is not shown again by a coordinator that was stopped and started`()
        async throws
    {
        let fixture = await CoordinatorFixture.refused("1", refusalKind: .credentials)
        await fixture.coordinator.stop()
        fixture.issuer.answer(.failure(ScriptedIssuer.Outage()))
        await fixture.coordinator.start()
        await fixture.issuer.waitForRequests(2)
        fixture.issuer.answer(.success(.ada("2")))
        try await fixture.coordinator.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1", "2"])
    }

    @Test func `While the store does not answer, another token is asked for again and again, one request at a time`()
        async throws
    {
        let fixture = CoordinatorFixture(.ada("1"))
        fixture.broker.refuse("1")
        await fixture.coordinator.start()
        for count in 1...5 {
            await fixture.issuer.waitForRequests(count)
            fixture.clock.advance(by: .seconds(3600))
            #expect(fixture.issuer.count == count)
            await fixture.leaveUnanswered()
            #expect(fixture.coordinator.phase == .refreshing)
            fixture.clock.advance(by: CoordinatorFixture.longestWait)
        }
        await fixture.issuer.waitForRequests(6)
        fixture.issuer.answer(.success(.ada("2")))
        try await fixture.coordinator.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1", "2"])
    }

    @Test func `An abandoned request ends before the next one begins, however long that takes`() async throws {
        let fixture = await CoordinatorFixture.refused("1", "2")
        fixture.store.replace(with: .bob)
        try await fixture.coordinator.wait(for: .connected)
        fixture.store.replace(with: .ada("2"))
        try await fixture.coordinator.wait(for: .refreshing)
        for _ in 1...100 { await Task.yield() }  // Time enough for another request, if there were one.
        fixture.issuer.answer(.failure(ScriptedIssuer.Outage()))
        await fixture.issuer.waitForRequests(2)
        fixture.issuer.answer(.success(.ada("3")))
        try await fixture.coordinator.wait(for: .connected)
        #expect(fixture.issuer.most == 1)
        #expect(await fixture.broker.passcodes == ["1", "b", "2", "3"])
    }

    @Test func `A store that does not answer in time is asked again`() async throws {
        let fixture = await CoordinatorFixture.refused("1", refreshTimeout: .seconds(30))
        await fixture.clock.waitForSleepers(1)
        let sleeps = fixture.clock.sleeps
        fixture.clock.advance(by: .milliseconds(29_999))
        #expect(fixture.clock.sleepers == 1)
        fixture.clock.advance(by: .milliseconds(1))
        await yieldWhile { fixture.clock.sleeps == sleeps }
        #expect(fixture.issuer.count == 1)
        fixture.clock.advance(by: CoordinatorFixture.longestWait)
        await fixture.issuer.waitForRequests(2)
        fixture.issuer.answer(.success(.ada("2")))
        try await fixture.coordinator.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1", "2"])
    }

    @Test func `A token that cannot be renewed at once is used until the answer is no`() async throws {
        let (fixture, session) = try await CoordinatorFixture.connected(.ada("1", expiry: 60))
        await fixture.clock.waitForSleepers(2)  // The token's, and who sends pings.
        fixture.clock.advance(by: .seconds(30))
        await fixture.issuer.waitForRequests(1)
        await fixture.leaveUnanswered(besides: 1)
        #expect(fixture.coordinator.phase == .renewing)
        #expect(session.stomp.status.phase == .connected)
        fixture.clock.advance(by: CoordinatorFixture.longestWait)
        await fixture.issuer.waitForRequests(2)
        fixture.issuer.answer(.failure(ScriptedIssuer.refusal))
        try await fixture.coordinator.wait(for: .expired)
        #expect(session.stomp.status.phase == .connected)
    }

    @Test func `A log-out ends the wait for another request`() async throws {
        let fixture = await CoordinatorFixture.refused("1")
        await fixture.leaveUnanswered()
        fixture.store.replace(with: nil)
        try await fixture.coordinator.wait(for: .loggedOut)
        #expect(fixture.clock.sleepers == 0)
        fixture.clock.advance(by: .seconds(3600))
        await fixture.coordinator.stop()
        #expect(fixture.issuer.count == 1)
    }

    @Test func `A refreshed token that is refused as well is the last one that was asked for`() async throws {
        let fixture = await CoordinatorFixture.refused("1", "2", refusalKind: .credentials)
        fixture.issuer.answer(.success(.ada("2")))
        try await fixture.coordinator.wait(for: .refused)
        #expect(await fixture.broker.passcodes == ["1", "2"])
        #expect(fixture.issuer.count == 1)
    }

    @Test func `A session with a refused token ends when another user logs in`() async throws {
        let fixture = await CoordinatorFixture.refused("1")
        let session = try await fixture.coordinator.session(of: "ada")
        let receipt = try await session.stomp.send([1], to: "/topic/ada")
        fixture.store.replace(with: .bob)
        await #expect(throws: StompError.ended) { try await receipt.acknowledged() }
        try await fixture.coordinator.wait(for: .connected)
        fixture.issuer.answer(.success(.ada("2")))
        #expect(await fixture.broker.passcodes == ["1", "b"])
    }

    @Test func `A token is renewed some time before it expires, while the session continues`() async throws {
        let (fixture, session) = try await CoordinatorFixture.connected(.ada("1", expiry: 60))
        fixture.clock.advance(by: .milliseconds(29_999))
        #expect(fixture.coordinator.phase == .connected)
        fixture.clock.advance(by: .milliseconds(1))
        await fixture.issuer.waitForRequests(1)
        try await fixture.coordinator.wait(for: .renewing)
        #expect(session.stomp.status.phase == .connected)
        #expect(fixture.broker.network.count == 1)
        fixture.issuer.answer(.success(.ada("2", expiry: 120)))
        _ = await fixture.broker.frame(on: 2) { $0["passcode"] == "2" }
        try await fixture.coordinator.wait(for: .connected)
        #expect(fixture.coordinator.session === session)
        fixture.clock.advance(by: .seconds(60))
        await fixture.issuer.waitForRequests(2)
        fixture.issuer.answer(.failure(ScriptedIssuer.refusal))
        try await fixture.coordinator.wait(for: .expired)
        #expect(session.stomp.status.phase == .connected)
    }

    @Test func `A token that arrives expired is used for a while, so that renewals do not chase each other`()
        async throws
    {
        let (fixture, _) = try await CoordinatorFixture.connected(.ada("1", expiry: -60))
        fixture.clock.advance(by: .milliseconds(4_999))
        #expect(fixture.coordinator.phase == .connected)
        fixture.clock.advance(by: .milliseconds(1))
        await fixture.issuer.waitForRequests(1)
        fixture.issuer.answer(.success(.ada("2", expiry: -60)))
        _ = await fixture.broker.frame(on: 2) { $0["passcode"] == "2" }
        try await fixture.coordinator.wait(for: .connected)
        #expect(fixture.issuer.count == 1)
    }

    @Test func `Tokens that all arrive expired, as by a clock that is ahead, are renewed more and more seldom`()
        async throws
    {
        let (fixture, _) = try await CoordinatorFixture.connected(.ada("1", expiry: -60))
        var wait = Duration.seconds(5)
        for count in 1...6 {  // These are more than five minutes, and the next one as many.
            await fixture.timePasses(up: wait)
            await fixture.issuer.waitForRequests(count)
            fixture.issuer.answer(.success(.ada("\(count + 1)", expiry: -60)))
            _ = await fixture.broker.frame(on: count + 1) { $0["passcode"] == "\(count + 1)" }
            try await fixture.coordinator.wait(for: .connected)
            wait *= 2
        }
        #expect(fixture.issuer.count == 6)
    }

    @Test func `A token that is good makes up for those that arrived expired`() async throws {
        let (fixture, _) = try await CoordinatorFixture.connected(.ada("1", expiry: -60))
        for (number, wait, life) in [(2, 5, 120.0), (3, 90, -60), (4, 5, -60)] {
            await fixture.timePasses(up: .seconds(wait))
            await fixture.issuer.waitForRequests(number - 1)
            let now = fixture.elapsed
            fixture.issuer.answer(.success(.ada("\(number)", expiry: now + life)))
            _ = await fixture.broker.frame(on: number) { $0["passcode"] == "\(number)" }
            try await fixture.coordinator.wait(for: .connected)
        }
        await fixture.timePasses(up: .seconds(10))
        await fixture.issuer.waitForRequests(4)
        #expect(fixture.coordinator.phase == .renewing)
    }

    @Test func `A token that does not live long is used for half of its time`() async throws {
        let (fixture, _) = try await CoordinatorFixture.connected(.ada("1", expiry: 20))
        await fixture.timePasses(up: .seconds(10))
        await fixture.issuer.waitForRequests(1)
        try await fixture.coordinator.wait(for: .renewing)
        #expect(fixture.issuer.count == 1)
    }

    @Test func `A token that expires in the distant future needs no renewal`() async throws {
        let token = AccessToken(user: "ada", secret: "1", expiry: .distantFuture)
        let store = InMemoryTokenStore(token)
        let broker = ScriptedBroker()
        let coordinator = SessionCoordinator(store: store) { broker.messaging(of: $0) }
        await coordinator.start()
        try await coordinator.wait(for: .connected)
        await coordinator.stop()
        #expect(await broker.passcodes == ["1"])
    }

    @Test func `A refresh that ends late undoes no log-out`() async throws {
        let (fixture, session) = try await CoordinatorFixture.connected(.ada("1", expiry: 60))
        fixture.clock.advance(by: .seconds(30))
        await fixture.issuer.waitForRequests(1)
        fixture.store.replace(with: nil)
        try await fixture.coordinator.waitForSession { $0 == nil }
        try await fixture.coordinator.wait(for: .loggedOut)
        fixture.issuer.answer(.success(.ada("2")))
        fixture.store.replace(with: .ada("3"))
        let next = try await fixture.coordinator.session(of: "ada")
        try await fixture.coordinator.wait(for: .connected)
        #expect(next !== session)
        #expect(await fixture.broker.passcodes == ["1", "3"])
    }

    @Test func `A refresh that ends late does not undo the log-in of another user`() async throws {
        let (fixture, _) = try await CoordinatorFixture.connected(.ada("1", expiry: 60))
        fixture.clock.advance(by: .seconds(30))
        await fixture.issuer.waitForRequests(1)
        fixture.store.replace(with: .bob)
        let session = try await fixture.coordinator.session(of: "bob")
        try await fixture.coordinator.wait(for: .connected)
        fixture.issuer.answer(.success(.ada("2")))
        #expect(fixture.coordinator.session === session)
        await fixture.coordinator.stop()
        #expect(await fixture.broker.passcodes == ["1", "b"])
    }
}
