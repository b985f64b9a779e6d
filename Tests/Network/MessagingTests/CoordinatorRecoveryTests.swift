import Messaging
import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Sockets
import Synchronization
import TestSupport
import Testing

/// Refusals of a server that pass, or that nothing tells from such.
@Suite(.timeLimit(.minutes(60))) struct `A coordinator with a server that refuses every connection` {
    /// The bounds of the first waits, in seconds, of which the sum is just more than five minutes.
    private static let bounds = [60, 96, 153.6]

    enum Store: CaseIterable, Sendable {
        case keepsItsToken, issuesNewTokens

        func make() -> InMemoryTokenStore {
            switch self {
            case .keepsItsToken: InMemoryTokenStore(.ada("1"))
            case .issuesNewTokens: InMemoryTokenStore(.ada("1")) { .ada("\((Int($0.secret) ?? 0) + 1)") }
            }
        }
    }

    @Test(arguments: Store.allCases)
    func `for five minutes is back when the server accepts, and no user has to log in`(store: Store) async throws {
        let fixture = CoordinatorFixture { _ in store.make() }
        await fixture.coordinator.start()
        try await fixture.coordinator.wait(for: .connected)
        let session = try await fixture.coordinator.session(of: "ada")
        let message = try await session.send([1], to: "/topic/harbour")
        try await message.acknowledged()
        fixture.broker.refuseEveryone()
        await fixture.broker.network.transport(1).emit(.ended(TransportEvent.Ending(code: .goingAway)))
        try await session.wait { $0.wait != nil }
        fixture.clock.advance(by: .seconds(1))
        for seconds in Self.bounds {
            try await fixture.coordinator.wait(for: .waiting)
            #expect(session.status.failure == .unauthenticated("Bad CONNECT"))
            try await fixture.endWait(.seconds(seconds))
        }
        #expect(fixture.elapsed > 300)
        try await fixture.coordinator.wait(for: .waiting)
        fixture.broker.refuseEveryone(false)
        try await fixture.endWait(.seconds(300))
        try await fixture.coordinator.wait(for: .connected)
        #expect(fixture.coordinator.session === session)
        try await session.send([2], to: "/topic/harbour").acknowledged()
        // The accepted one, the refused ones, and the accepted one again: two for each wait if there are new tokens.
        let passcodes = await fixture.broker.passcodes
        switch store {
        case .keepsItsToken: #expect(passcodes == ["1", "1", "1", "1", "1", "1"])
        case .issuesNewTokens: #expect(passcodes == ["1", "1", "2", "2", "3", "3", "4", "4", "5", "5"])
        }
        await fixture.coordinator.stop()
    }

    @Test func `waits for longer each time, up to five minutes, until the server has accepted a token`() async throws {
        let fixture = CoordinatorFixture { _ in InMemoryTokenStore(.ada("1")) }
        fixture.broker.refuseEveryone()
        await fixture.coordinator.start()
        for bound in Self.bounds + [245.76, 300, 300] {
            try await fixture.endWait(.seconds(bound))
        }
        try await fixture.coordinator.wait(for: .waiting)
        fixture.broker.refuseEveryone(false)
        try await fixture.endWait(.seconds(300))
        try await fixture.coordinator.wait(for: .connected)
        fixture.broker.refuseEveryone()
        let count = fixture.broker.network.count
        await fixture.broker.network.transport(count).emit(.ended(TransportEvent.Ending(code: .goingAway)))
        try await fixture.coordinator.session?.wait { $0.wait != nil }
        fixture.clock.advance(by: .seconds(1))
        try await fixture.endWait(.seconds(60))
        await fixture.coordinator.stop()
    }

    @Test func `for a reason that is the server's own keeps its token, and asks for no other`() async throws {
        let fixture = CoordinatorFixture(.ada("1"), refusalKind: .temporary)
        fixture.broker.refuseEveryone()
        await fixture.coordinator.start()
        for seconds in Self.bounds {
            try await fixture.endWait(.seconds(seconds))
        }
        try await fixture.coordinator.wait(for: .waiting)
        fixture.broker.refuseEveryone(false)
        try await fixture.endWait(.seconds(300))
        try await fixture.coordinator.wait(for: .connected)
        #expect(fixture.issuer.count == 0)
        #expect(await fixture.broker.passcodes == ["1", "1", "1", "1", "1"])
    }

    @Test func `tells the app what the server says, which decides about the refusal`() async throws {
        let failures = Mutex<[SocketError]>([])
        var configuration = SessionCoordinator.Configuration()
        configuration.refusalKind = { failure in
            failures.withLock { $0.append(failure) }
            return .temporary
        }
        let broker = ScriptedBroker()
        broker.refuse("1")
        let clock = ManualClock()
        let store = InMemoryTokenStore(.ada("1"))
        let coordinator = SessionCoordinator(store: store, configuration: configuration, clock: clock) {
            broker.messaging(of: $0, on: clock)
        }
        await coordinator.start()
        try await coordinator.wait(for: .waiting)
        #expect(failures.withLock { $0 } == [.unauthenticated("Bad CONNECT")])
        await coordinator.stop()
    }

    @Test func `ends in Refused when the store says that there is no new token, until a user logs in`() async throws {
        let fixture = CoordinatorFixture(.ada("1"))
        fixture.broker.refuseEveryone()
        await fixture.coordinator.start()
        await fixture.issuer.waitForRequests(1)
        fixture.issuer.answer(.failure(ScriptedIssuer.refusal))
        try await fixture.coordinator.wait(for: .refused)
        fixture.clock.advance(by: .seconds(3600))
        #expect(fixture.clock.sleepers == 0)
        #expect(await fixture.broker.passcodes == ["1"])
        // The server may have meant something else, and the user has no other password.
        fixture.broker.refuseEveryone(false)
        fixture.store.replace(with: nil)
        try await fixture.coordinator.wait(for: .loggedOut)
        fixture.store.replace(with: .ada("1"))
        try await fixture.coordinator.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1", "1"])
    }

    @Test(arguments: [AccessToken.ada("2"), .bob])
    func `does not let a new token wait`(token: AccessToken) async throws {
        let fixture = try await CoordinatorFixture.waiting()
        fixture.broker.refuseEveryone(false)
        fixture.store.replace(with: token)
        try await fixture.coordinator.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1", token.secret])
    }

    @Test func `ends its wait with a log-out`() async throws {
        let fixture = try await CoordinatorFixture.waiting()
        fixture.store.replace(with: nil)
        try await fixture.coordinator.wait(for: .loggedOut)
        #expect(fixture.clock.sleepers == 0)
        fixture.clock.advance(by: .seconds(3600))
        await fixture.coordinator.stop()
        #expect(fixture.broker.network.count == 1)
    }

    @Test func `ends its wait when the app comes back from the background`() async throws {
        let fixture = try await CoordinatorFixture.waiting()
        await fixture.coordinator.suspend()
        fixture.broker.refuseEveryone(false)
        await fixture.coordinator.resume()
        try await fixture.coordinator.wait(for: .connected)
        #expect(await fixture.broker.passcodes == ["1", "1"])
    }

    @Test func `opens no connection in the background when its wait is over`() async throws {
        let fixture = try await CoordinatorFixture.waiting()
        await fixture.coordinator.suspend()
        fixture.clock.advance(by: .seconds(60))
        try await fixture.coordinator.wait(for: .connecting)
        await fixture.coordinator.suspend()
        #expect(fixture.broker.network.count == 1)
        fixture.broker.refuseEveryone(false)
        await fixture.coordinator.resume()
        try await fixture.coordinator.wait(for: .connected)
    }
}

extension CoordinatorFixture {
    /// Creates a coordinator, and waits until the server has refused it for the time being.
    fileprivate static func waiting() async throws -> CoordinatorFixture {
        let fixture = CoordinatorFixture(.ada("1"), refusalKind: .temporary)
        fixture.broker.refuseEveryone()
        await fixture.coordinator.start()
        try await fixture.coordinator.wait(for: .waiting)
        await fixture.clock.waitForSleepers(1)
        return fixture
    }

    /// Waits until the coordinator waits, lets that pass, which is no longer than this, and returns when it has connected again.
    fileprivate func endWait(_ bound: Duration) async throws {
        try await coordinator.wait(for: .waiting)
        await coordinator.start()  // By then, it has set the timer that its phase stands for.
        await clock.waitForSleepers(1)
        let count = broker.network.count
        clock.advance(by: bound)
        await yieldWhile { broker.network.count == count }
        await coordinator.start()  // By then, its phase is that of the new connection.
    }
}
