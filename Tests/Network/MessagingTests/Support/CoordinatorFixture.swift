import STOMP
import NetworkTestSupport
import Foundation
import Messaging
import Sockets
import TestSupport
import Testing

/// A coordinator with server, tokens and time under the control of a test.
struct CoordinatorFixture {
    static let start = Date(timeIntervalSinceReferenceDate: 0)
    /// The longest wait before the coordinator asks for a token again.
    static let longestWait = Duration.seconds(30)

    let clock = ManualClock()
    let broker = ScriptedBroker()
    let issuer = ScriptedIssuer()
    let store: InMemoryTokenStore
    private let beginning: ManualClock.Instant
    // Goes before the coordinator: the end of that one disconnects.
    private let lastAnswers: LastAnswers
    let coordinator: SessionCoordinator

    /// Answers what would wait forever after a test: requests for tokens, and the last `DISCONNECT`.
    private final class LastAnswers: Sendable {
        private let issuer: ScriptedIssuer
        private let broker: ScriptedBroker

        init(of issuer: ScriptedIssuer, and broker: ScriptedBroker) {
            self.issuer = issuer
            self.broker = broker
        }

        deinit {
            issuer.goAway()
            broker.ignoreNothing()
        }
    }

    /// Creates a coordinator that is not started; it gets the result of `wrap` in place of the store.
    init(
        _ token: AccessToken? = nil, refreshTimeout: Duration = .seconds(1_000_000),
        refusalKind: TokenGate.RefusalKind = .unknown,
        wrap: (InMemoryTokenStore) -> any TokenStore = { $0 }
    ) {
        lastAnswers = LastAnswers(of: issuer, and: broker)
        store = InMemoryTokenStore(token) { [issuer] _ in try await issuer.refresh() }
        let beginning = clock.now
        self.beginning = beginning
        var configuration = SessionCoordinator.Configuration()
        configuration.refreshLead = .seconds(30)
        configuration.refreshGenerator = Earliest()
        configuration.refreshBackoff = Backoff(maximum: Self.longestWait)
        configuration.refreshTimeout = refreshTimeout
        configuration.refusalKind = { if case .unauthenticated = $0 { refusalKind } else { nil } }
        coordinator = SessionCoordinator(
            store: wrap(store), configuration: configuration, clock: clock,
            now: { [clock] in
                CoordinatorFixture.start.addingTimeInterval(beginning.duration(to: clock.now) / .seconds(1))
            },
            session: { [clock, broker] user in
                broker.messaging(of: user, on: clock) { $0.socket.pingInterval = .seconds(1_000_000) }
            })
    }

    var elapsed: TimeInterval { beginning.duration(to: clock.now) / .seconds(1) }

    /// Lets a time pass. At its end, and not earlier, a timer of the coordinator ends.
    func timePasses(up wait: Duration, sourceLocation: SourceLocation = #_sourceLocation) async {
        await clock.waitForSleepers(due: wait, sourceLocation: sourceLocation)
        clock.advance(by: wait - .milliseconds(1))
        #expect(clock.due.first == .milliseconds(1), sourceLocation: sourceLocation)
        clock.advance(by: .milliseconds(1))
    }

    /// Fails the current request, and returns when the coordinator waits before the next one.
    func leaveUnanswered() async {
        issuer.answer(.failure(ScriptedIssuer.Outage()))
        await waitForPause()
    }

    /// Waits until the coordinator waits before its next request.
    func waitForPause() async {
        await yieldWhile("the coordinator does not wait before its next request") {
            !clock.due.contains { $0 <= Self.longestWait }
        }
    }

    /// Creates a coordinator, and waits until it has connected with a token.
    static func connected(
        _ token: AccessToken = .ada("1")
    ) async throws -> (CoordinatorFixture, MessagingSession) {
        let fixture = CoordinatorFixture(token)
        await fixture.coordinator.start()
        try await fixture.coordinator.wait(for: .connected)
        return (fixture, try await fixture.coordinator.session(of: token.user))
    }

    /// Creates a coordinator whose server refuses tokens, of which it has the first, and waits until it asks for another.
    static func refused(
        _ secrets: String..., refreshTimeout: Duration = .seconds(1_000_000),
        refusalKind: TokenGate.RefusalKind = .unknown
    ) async -> CoordinatorFixture {
        let fixture = CoordinatorFixture(
            .ada(secrets[0]), refreshTimeout: refreshTimeout, refusalKind: refusalKind)
        for secret in secrets { fixture.broker.refuse(secret) }
        await fixture.coordinator.start()
        await fixture.issuer.waitForRequest(1)
        return fixture
    }
}

/// A generator with which tokens are refreshed as early as may be.
struct Earliest: RandomNumberGenerator { func next() -> UInt64 { 1 } }  // Of 0, `random(in:)` asks for more, for ever.

extension ScriptedBroker {
    /// A session of a user with this broker, which is not connected.
    func messaging(
        of user: String, on clock: ManualClock = ManualClock(),
        configure: (inout StompSession.Configuration) -> Void = { _ in }
    ) -> MessagingSession {
        var configuration = StompSession.Configuration(urls: [URL(string: "ws://localhost:8765")!])
        configure(&configuration)
        let stomp = StompSession(configuration, clock: clock) { self.makeTransport() }
        return MessagingSession(user: user, device: "device", stomp: stomp)
    }
}

extension SessionCoordinator {
    nonisolated func session(of user: String, after old: MessagingSession? = nil) async throws -> MessagingSession {
        try #require(try await waitForSession { $0?.user == user && $0 !== old })
    }
}

extension AccessToken {
    static func ada(_ secret: String, expiry: TimeInterval? = nil) -> AccessToken {
        AccessToken(
            user: "ada", secret: secret, expiry: expiry.map { CoordinatorFixture.start.addingTimeInterval($0) })
    }

    static let bob = AccessToken(user: "bob", secret: "b")
}
