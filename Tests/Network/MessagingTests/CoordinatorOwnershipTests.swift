import STOMP
import NetworkTestSupport
import Messaging
import Sockets
import TestSupport
import Testing

/// The end of a session after its coordinator stops or is gone.
@Suite(.timeLimit(.minutes(60))) struct CoordinatorOwnershipTests {
    private struct Witness {
        weak var coordinator: SessionCoordinator?
    }

    @Test(arguments: TokenGate.Phase.allCases)
    func `A released coordinator is freed, whatever it is doing, and its session ends`(
        phase: TokenGate.Phase
    ) async throws {
        var fixture: CoordinatorFixture? = try await Self.fixture(in: phase)
        let broker = fixture?.broker
        let session = fixture?.coordinator.session
        let subscription = try await session?.stomp.subscribe(to: "/topic/test")
        let sessions = try #require(fixture?.coordinator.sessions)
        let witness = Witness(coordinator: fixture?.coordinator)
        fixture = nil
        for await _ in sessions {}
        #expect(witness.coordinator == nil)
        if phase == .closing { await broker?.answerDisconnect(on: 1) }
        if let session, let subscription {
            for try await _ in subscription {}
            // A screen may still hold it.
            await #expect(throws: StompError.ended) { try await session.stomp.send([1], to: "/topic/test") }
        }
        #expect((session == nil) == (phase == .loggedOut))
    }

    private static func fixture(in phase: TokenGate.Phase) async throws -> CoordinatorFixture {
        let fixture = CoordinatorFixture(phase == .loggedOut ? nil : .ada("1", expiry: 60))
        if phase == .connecting { fixture.broker.ignore(.connect) }
        if [.refreshing, .waiting, .refused].contains(phase) { fixture.broker.refuse("1") }
        await fixture.coordinator.start()
        switch phase {
        case .loggedOut, .connecting, .connected, .refreshing: break
        case .renewing, .expired:
            try await fixture.coordinator.wait(for: .connected)
            fixture.clock.advance(by: .seconds(30))
        case .closing:
            try await fixture.coordinator.wait(for: .connected)
            fixture.broker.ignore(.disconnect)
            fixture.store.replace(with: .ada("2"))
        case .waiting:
            await fixture.issuer.waitForRequest(1)
            fixture.issuer.answer(.success(.ada("1")))
        case .refused: await fixture.issuer.waitForRequest(1)
        }
        if [.expired, .refused].contains(phase) {
            await fixture.issuer.waitForRequest(1)
            fixture.issuer.answer(.failure(ScriptedIssuer.refusal))
        }
        try await fixture.coordinator.wait(for: phase)
        return fixture
    }

    @Test func `A coordinator that is stopped ends its session, does not follow its store, and can be started again`()
        async throws
    {
        let (fixture, session) = try await CoordinatorFixture.connected()
        await fixture.coordinator.stop()
        #expect(session.stomp.status.phase == .disconnected)
        #expect(fixture.coordinator.session == nil)
        fixture.store.replace(with: .ada("2"))
        #expect(fixture.coordinator.phase == .loggedOut)
        await fixture.coordinator.start()
        let next = try await fixture.coordinator.session(of: "ada")
        try await fixture.coordinator.wait(for: .connected)
        #expect(next !== session)
        #expect(await fixture.broker.passcodes == ["1", "2"])
    }
}
