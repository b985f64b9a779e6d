@testable import STOMP
import AsyncPrimitives
import Foundation
import STOMPTestSupport
@testable import Messaging
import Sockets
import Synchronization
import TestSupport
import Testing

/// Tokens with an expiry that changes, and what was begun on account of the earlier one.
@Suite(.timeLimit(.minutes(60))) struct CoordinatorExpiryTests {
    @Test func `A timer that fires while its token is given more time does not count`() async throws {
        let (fixture, _) = try await CoordinatorFixture.connected(.ada("1", expiry: 60))
        await fixture.clock.waitForSleepers(2)  // The token's, and who sends pings.
        let token = AccessToken.ada("1", expiry: 120)
        await fixture.coordinator.takeNote(of: token) {
            fixture.store.replace(with: token)
            fixture.clock.advance(by: .seconds(30))
        }
        for _ in 1...100 { await Task.yield() }  // Time enough to be heard, if it were.
        #expect(fixture.coordinator.phase == .connected)
        #expect(fixture.issuer.count == 0)
        await fixture.timePasses(up: .seconds(60))
        await fixture.issuer.waitForRequests(1)
        try await fixture.coordinator.wait(for: .renewing)
    }

    @Test func `A cancelled refresh does not end the next one, however late it returns`() async throws {
        var slow: SlowStore?
        let fixture = CoordinatorFixture(.ada("1", expiry: 60)) { store in
            let store = SlowStore(store)
            slow = store
            return store
        }
        let store = try #require(slow)
        await fixture.coordinator.start()
        try await fixture.coordinator.wait(for: .connected)
        await fixture.clock.waitForSleepers(2)
        fixture.clock.advance(by: .seconds(30))
        await fixture.issuer.waitForRequests(1)
        store.holdNextLook()
        fixture.issuer.answer(.failure(ScriptedIssuer.refusal))
        try await store.isHeld.value
        fixture.store.replace(with: .ada("1", expiry: 120))
        try await fixture.coordinator.wait(for: .connected)
        await fixture.timePasses(up: .seconds(60))
        await fixture.issuer.waitForRequests(2)
        store.end.fulfill(with: .success(()))
        for _ in 1...100 { await Task.yield() }  // Time enough to be heard, if it were.
        #expect(fixture.coordinator.phase == .renewing)
        fixture.issuer.answer(.success(.ada("2")))
        _ = await fixture.broker.frame(on: 2) { $0["passcode"] == "2" }
    }

    @Test(arguments: [1e19, 1e30, .greatestFiniteMagnitude, .infinity])
    func `A token with an expiry beyond every date needs no renewal`(seconds: TimeInterval) async throws {
        let (fixture, _) = try await CoordinatorFixture.connected(.ada("1", expiry: seconds))
        await fixture.clock.waitForSleepers(2)
        fixture.clock.advance(by: .seconds(200_000))
        #expect(fixture.clock.sleepers == 2)
        #expect(fixture.coordinator.phase == .connected)
        await fixture.coordinator.stop()
    }

    @Test(arguments: [-1e19, -1e30, -.greatestFiniteMagnitude, -.infinity, .nan])
    func `A token with an expiry before every date, or one that is no number, counts as expired`(
        seconds: TimeInterval
    ) async throws {
        let (fixture, _) = try await CoordinatorFixture.connected(.ada("1", expiry: seconds))
        await fixture.timePasses(up: .seconds(5))
        await fixture.issuer.waitForRequests(1)
        try await fixture.coordinator.wait(for: .renewing)
        fixture.issuer.answer(.failure(ScriptedIssuer.refusal))
        await fixture.coordinator.stop()
    }

    @Test func `That the tokens of one user arrive expired says nothing about those of the next one`() async throws {
        let (fixture, _) = try await CoordinatorFixture.connected(.ada("1", expiry: -60))
        for (count, wait) in [(1, 5), (2, 10), (3, 20)] {
            await fixture.timePasses(up: .seconds(wait))
            await fixture.issuer.waitForRequests(count)
            fixture.issuer.answer(.success(.ada("\(count + 1)", expiry: -60)))
            _ = await fixture.broker.frame(on: count + 1) { $0["passcode"] == "\(count + 1)" }
            try await fixture.coordinator.wait(for: .connected)
        }
        let expiry = CoordinatorFixture.start.addingTimeInterval(-60)
        fixture.store.replace(with: AccessToken(user: "bob", secret: "b", expiry: expiry))
        _ = await fixture.broker.frame(on: 5) { $0["passcode"] == "b" }
        try await fixture.coordinator.wait(for: .connected)
        await fixture.timePasses(up: .seconds(5))
        await fixture.issuer.waitForRequests(4)
        try await fixture.coordinator.wait(for: .renewing)
    }
}

/// A store that keeps one of those who look at its token waiting.
private final class SlowStore: TokenStore {
    private let store: InMemoryTokenStore
    private let holdsNextLook = Mutex(false)
    let isHeld = Promise<Void>()
    let end = Promise<Void>()

    init(_ store: InMemoryTokenStore) { self.store = store }

    func holdNextLook() { holdsNextLook.withLock { $0 = true } }

    var token: AccessToken? {
        get async {
            let token = store.token
            let isToWait = holdsNextLook.withLock { holds in
                defer { holds = false }
                return holds
            }
            if isToWait {
                isHeld.fulfill(with: .success(()))
                // Also when the refresh was cancelled.
                await Task { [end] in _ = try? await end.value }.value
            }
            return token
        }
    }

    func tokens() -> AsyncStream<AccessToken?> { store.tokens() }

    func refresh(_ token: AccessToken) async throws { try await store.refresh(token) }
}

extension SessionCoordinator {
    /// Reports a token after an event, and before the task that reports the event runs.
    fileprivate func takeNote(of token: AccessToken, after event: () -> Void) {
        event()
        endLookup(beginLookup(), token)
    }
}
