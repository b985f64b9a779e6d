import NetworkTestSupport
import Messaging
import STOMP
import Sockets
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `A coordinator that is used by what it calls` {
    /// A store that does something before and after each refresh.
    private final class EagerStore: TokenStore {
        let store: InMemoryTokenStore
        private let actions = Mutex<[@Sendable () async throws -> Void]>([])

        init(_ store: InMemoryTokenStore) { self.store = store }

        /// Lets `action` run in place of the next refreshes.
        func refresh(by action: @escaping @Sendable () async throws -> Void) { actions.withLock { $0 = [action] } }

        var token: AccessToken? { store.token }

        func tokens() -> AsyncStream<AccessToken?> { store.tokens() }

        func refresh(_ token: AccessToken) async throws {
            for action in actions.withLock({ $0 }) { try await action() }
        }
    }

    enum Action: CaseIterable, Sendable {
        case stop, logOut, logOutAndDeny, logOutAndFail, suspendAndLogOut

        func perform(_ coordinator: SessionCoordinator, _ store: InMemoryTokenStore) async throws {
            switch self {
            case .stop: await coordinator.stop()
            case .logOut: store.replace(with: nil)
            case .logOutAndDeny:
                store.replace(with: nil)
                throw AuthenticationError("gone")
            case .logOutAndFail:
                store.replace(with: nil)
                throw ScriptedIssuer.Outage()
            case .suspendAndLogOut:
                await coordinator.suspend()
                store.replace(with: nil)
                await coordinator.resume()
            }
        }
    }

    @Test(arguments: Action.allCases) func `by its store during a refresh is logged out`(action: Action) async throws {
        var eager: EagerStore?
        let fixture = CoordinatorFixture(.ada("1")) { store in
            let store = EagerStore(store)
            eager = store
            return store
        }
        let store = try #require(eager)
        let (refreshes, begins) = AsyncStream.makeStream(of: Void.self)
        store.refresh { [weak coordinator = fixture.coordinator, store = fixture.store] in
            begins.yield()
            if let coordinator { try await action.perform(coordinator, store) }
        }
        fixture.broker.refuse("1")
        await fixture.coordinator.start()
        // The session comes and goes, so that only its refresh is sure to be seen.
        _ = await refreshes.first { true }
        try await fixture.coordinator.wait(for: .loggedOut)
        #expect(await fixture.broker.passcodes == ["1"])
        #expect(fixture.coordinator.session == nil)
        await fixture.coordinator.stop()
    }

    @Test func `by the judgment of a refusal continues`() async throws {
        let clock = ManualClock()
        let broker = ScriptedBroker()
        broker.refuse("1")
        let store = InMemoryTokenStore(.ada("1"))
        let seen = Mutex<SessionCoordinator?>(nil)
        var configuration = SessionCoordinator.Configuration()
        configuration.refusalKind = { _ in
            let coordinator = seen.withLock { $0 }
            #expect(coordinator?.phase == .connecting)
            #expect(coordinator?.session?.user == "ada")
            store.replace(with: .ada("2"))
            return .credentials
        }
        let coordinator = SessionCoordinator(store: store, configuration: configuration, clock: clock) { user in
            #expect(seen.withLock { $0 }?.session == nil)
            return broker.messaging(of: user, on: clock)
        }
        seen.withLock { $0 = coordinator }
        await coordinator.observeRequests(for: store) { _, _ in _ = seen.withLock { $0 }?.phase }
        await coordinator.start()
        try await coordinator.wait(for: .connected)
        #expect(await broker.passcodes.last == "2")
        seen.withLock { $0 = nil }
        await coordinator.stop()
    }

    @Test func `stops with a sentence when it gets a session for the second time`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let session = MessagingSession(user: "ada", device: "device", stomp: StompFixture().session)
            for _ in 1...2 {
                let store = InMemoryTokenStore(AccessToken(user: "ada", secret: "1"))
                let coordinator = SessionCoordinator(store: store) { _ in session }
                await coordinator.start()
                try await coordinator.waitForSession()
            }
        }
        #expect(result?.errors.contains("Each log-in needs a new session, and each coordinator its own.") == true)
    }
}
