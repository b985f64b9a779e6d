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

    @Test(arguments: CoordinatorSituation.allCases)
    func `A released coordinator is freed, whatever it is doing, and its session ends`(
        situation: CoordinatorSituation
    ) async throws {
        var made: (fixture: CoordinatorFixture, session: MessagingSession)? = try await situation.make()
        let (broker, session) = (made?.fixture.broker, try #require(made?.session))
        let subscription = try await session.subscribe(to: "/topic/test")
        let sessions = try #require(made?.fixture.coordinator.sessions)
        let witness = Witness(coordinator: made?.fixture.coordinator)
        made = nil
        for await _ in sessions {}
        #expect(witness.coordinator == nil)
        if situation == .closesAConnection { await broker?.answerDisconnect(on: 1) }
        for try await _ in subscription {}
        // A screen may still hold it.
        await #expect(throws: StompError.ended) { try await session.send([1], to: "/topic/test") }
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
