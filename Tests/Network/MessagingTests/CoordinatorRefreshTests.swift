import AsyncPrimitives
import Foundation
import NetworkTestSupport
import Sockets
import TestSupport
import Testing

@testable import Messaging
@testable import STOMP

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

    @Test func `While the store does not answer, another token is asked for again and again, one request at a time`()
        async throws
    {
        let fixture = CoordinatorFixture(.ada("1"))
        fixture.broker.refuse("1")
        await fixture.coordinator.start()
        for count in 1...5 {
            await fixture.issuer.waitForRequest(count)
            fixture.clock.advance(by: .seconds(3600))
            #expect(fixture.issuer.count == count)
            await fixture.leaveUnanswered()
            #expect(fixture.coordinator.phase == .refreshing)
            fixture.clock.advance(by: CoordinatorFixture.longestWait)
        }
        await fixture.issuer.waitForRequest(6)
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
        await fixture.clock.waitForSleepers(due: .seconds(1_000_000))  // The time of the abandoned one begins anew.
        await fixture.coordinator.start()
        #expect(fixture.issuer.count == 1)
        fixture.issuer.answer(.failure(ScriptedIssuer.Outage()))
        await fixture.issuer.waitForRequest(2)
        fixture.issuer.answer(.success(.ada("3")))
        try await fixture.coordinator.wait(for: .connected)
        #expect(fixture.issuer.most == 1)
        #expect(await fixture.broker.passcodes == ["1", "b", "2", "3"])
    }

    @Test func `A store that does not answer in time is asked again`() async throws {
        let fixture = await CoordinatorFixture.refused("1", refreshTimeout: .seconds(30))
        await fixture.clock.waitForSleepers(due: .seconds(30))
        fixture.clock.advance(by: .milliseconds(29_999))
        #expect(fixture.clock.due == [.milliseconds(1)])
        fixture.clock.advance(by: .milliseconds(1))
        await fixture.waitForPause()
        #expect(fixture.issuer.count == 1)
        fixture.clock.advance(by: CoordinatorFixture.longestWait)
        await fixture.issuer.waitForRequest(2)
        fixture.issuer.answer(.success(.ada("2")))
        try await fixture.coordinator.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1", "2"])
    }

    @Test func `A log-out ends the wait for another request`() async throws {
        let fixture = await CoordinatorFixture.refused("1")
        await fixture.leaveUnanswered()
        fixture.store.replace(with: nil)
        try await fixture.coordinator.wait(for: .loggedOut)
        #expect(fixture.clock.due == [])
        await fixture.coordinator.stop()
        #expect(fixture.issuer.count == 1)
    }

    @Test func `A token is refreshed some time before it expires, while the session continues`() async throws {
        let (fixture, session) = try await CoordinatorFixture.connected(.ada("1", expiry: 60))
        fixture.clock.advance(by: .milliseconds(29_999))
        #expect(fixture.coordinator.phase == .connected)
        fixture.clock.advance(by: .milliseconds(1))
        await fixture.issuer.waitForRequest(1)
        try await fixture.coordinator.wait(for: .renewing)
        #expect(session.stomp.status.phase == .connected)
        #expect(fixture.broker.network.count == 1)
        fixture.issuer.answer(.success(.ada("2", expiry: 120)))
        _ = await fixture.broker.frame(on: 2) { $0["passcode"] == "2" }
        try await fixture.coordinator.wait(for: .connected)
        #expect(fixture.coordinator.session === session)
        fixture.clock.advance(by: .seconds(60))
        await fixture.issuer.waitForRequest(2)
        fixture.issuer.answer(.failure(ScriptedIssuer.refusal))
        try await fixture.coordinator.wait(for: .expired)
        #expect(session.stomp.status.phase == .connected)
    }

    @Test func `A timer that fires while its token is given more time does not count`() async throws {
        let (fixture, _) = try await CoordinatorFixture.connected(.ada("1", expiry: 60))
        let other = Task { [clock = fixture.clock] in try await clock.sleep(for: .seconds(30)) }
        await fixture.clock.waitForSleepers(due: .seconds(30), .seconds(30))
        let token = AccessToken.ada("1", expiry: 120)
        await fixture.coordinator.takeNote(of: token) {
            fixture.store.replace(with: token)
            fixture.clock.advance(by: .seconds(30))
        }
        try await other.value
        await fixture.coordinator.start()  // By then, the timer has fired as well, if it does.
        #expect(fixture.coordinator.phase == .connected)
        #expect(fixture.issuer.count == 0)
        await fixture.timePasses(up: .seconds(60))
        await fixture.issuer.waitForRequest(1)
        try await fixture.coordinator.wait(for: .renewing)
    }

    @Test func `Tokens that arrive expired are refreshed more and more seldom, until those of the next user`()
        async throws
    {
        let (fixture, _) = try await CoordinatorFixture.connected(.ada("1", expiry: -60))
        for (count, wait) in [(1, 5), (2, 10)] {
            await fixture.timePasses(up: .seconds(wait))
            await fixture.issuer.waitForRequest(count)
            fixture.issuer.answer(.success(.ada("\(count + 1)", expiry: -60)))
            _ = await fixture.broker.frame(on: count + 1) { $0["passcode"] == "\(count + 1)" }
            try await fixture.coordinator.wait(for: .connected)
        }
        let expiry = CoordinatorFixture.start.addingTimeInterval(-60)
        fixture.store.replace(with: AccessToken(user: "bob", secret: "b", expiry: expiry))
        _ = await fixture.broker.frame(on: 4) { $0["passcode"] == "b" }
        try await fixture.coordinator.wait(for: .connected)
        await fixture.timePasses(up: .seconds(5))
        await fixture.issuer.waitForRequest(3)
    }
}

extension SessionCoordinator {
    /// Reports a token after an event, and before the task that reports the event runs.
    fileprivate func takeNote(of token: AccessToken, after event: () -> Void) {
        event()
        endLookup(beginLookup(), token)
    }
}
