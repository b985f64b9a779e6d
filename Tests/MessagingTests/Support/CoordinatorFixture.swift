import NetworkTestSupport
import STOMP
import STOMPTestSupport
import AsyncPrimitives
import Foundation
import Messaging
import Sockets
import TestSupport
import Testing

/// A coordinator whose server, tokens and time are a test's.
struct CoordinatorFixture {
    static let start = Date(timeIntervalSinceReferenceDate: 0)
    /// How long a coordinator waits at the most before it asks for a token again.
    static let longestWait = Duration.seconds(30)

    let clock = ManualClock()
    let broker = ScriptedBroker()
    let issuer = ScriptedIssuer()
    let store: InMemoryTokenStore
    let coordinator: Coordinator
    private let beginning: ManualClock.Instant

    /// Makes a coordinator that is not started; what `wrap` answers, it gets in place of the store.
    init(
        _ token: AccessToken? = nil, refreshTimeout: Duration = .seconds(1_000_000),
        wrap: (InMemoryTokenStore) -> any TokenStore = { $0 }
    ) {
        store = InMemoryTokenStore(token) { [issuer] _ in try await issuer.renew() }
        let beginning = clock.now
        self.beginning = beginning
        coordinator = Coordinator(
            store: wrap(store), refreshBackoff: Backoff(maximum: Self.longestWait), refreshTimeout: refreshTimeout,
            clock: clock,
            now: { [clock] in
                CoordinatorFixture.start.addingTimeInterval(beginning.duration(to: clock.now) / .seconds(1))
            },
            session: { [clock, broker] user in
                var configuration = StompSession.Configuration(urls: [URL(string: "ws://localhost:8765")!])
                configuration.socket.pingInterval = .seconds(1_000_000)
                let stomp = StompSession(configuration, clock: clock) { broker.makeTransport() }
                return MessagingSession(user: user, device: "device", stomp: stomp)
            })
    }

    /// How many seconds have passed.
    var elapsed: TimeInterval { beginning.duration(to: clock.now) / .seconds(1) }

    /// Lets so much time pass, in which a timer of the coordinator's ends, and not earlier than that.
    func timePasses(up wait: Duration, sourceLocation: SourceLocation = #_sourceLocation) async {
        await clock.waitForSleepers(2)  // The token's, and who sends pings.
        clock.advance(by: wait - .milliseconds(1))
        #expect(clock.sleepers == 2, sourceLocation: sourceLocation)
        clock.advance(by: .milliseconds(1))
    }

    /// Does not answer the request that is under way, and returns when the coordinator waits for the next one.
    func leaveUnanswered(besides sleepers: Int = 0) async {
        await clock.waitForSleepers(sleepers + 1)  // The request's.
        let sleeps = clock.sleeps
        issuer.answer(.failure(ScriptedIssuer.Outage()))
        await yieldWhile { clock.sleeps == sleeps }
    }

    /// A coordinator that has connected with a token.
    static func connected(_ token: AccessToken = .ada("1")) async -> (CoordinatorFixture, MessagingSession) {
        let fixture = CoordinatorFixture(token)
        await fixture.coordinator.start()
        await fixture.coordinator.reach(.connected)
        return (fixture, await fixture.coordinator.session(of: token.user))
    }
}

extension Coordinator {
    /// Waits until the coordinator is in this state.
    nonisolated func reach(_ phase: TokenGate.Phase) async {
        for await present in phases where present == phase { return }
    }

    /// Waits for the session of a user, other than one that has been there before; a test that has run out of time gets
    /// one that nobody uses.
    nonisolated func session(of user: String, after old: MessagingSession? = nil) async -> MessagingSession {
        for await session in sessions {
            if let session, session.user == user, session !== old { return session }
        }
        if !Task.isCancelled { Issue.record("The coordinator is gone.") }
        return MessagingSession(user: user, device: "device", stomp: StompFixture().session)
    }

    /// Waits until nobody is logged in.
    nonisolated func noSession() async { for await session in sessions where session == nil { return } }
}

extension AccessToken {
    static func ada(_ secret: String, expiry: TimeInterval? = nil) -> AccessToken {
        AccessToken(
            user: "ada", secret: secret, expiry: expiry.map { CoordinatorFixture.start.addingTimeInterval($0) })
    }

    static let bob = AccessToken(user: "bob", secret: "b")
}
