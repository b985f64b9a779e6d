import Messaging
import NetworkTestSupport
import Sockets
import TestSupport
import Testing

/// Refusals of a server that pass, or that nothing tells from such.
@Suite(.timeLimit(.minutes(60))) struct `A coordinator with a server that refuses every connection` {
    @Test func `waits for longer each time, up to five minutes, until the server has accepted a token`() async throws {
        let fixture = CoordinatorFixture { _ in InMemoryTokenStore(.ada("1")) }
        fixture.broker.refuseEveryone()
        await fixture.coordinator.start()
        for bound in [60, 96, 153.6, 245.76, 300, 300] {
            try await fixture.endWait(.seconds(bound))
        }
        try await fixture.coordinator.wait(for: .waiting)
        fixture.broker.refuseEveryone(false)
        try await fixture.endWait(.seconds(300))
        try await fixture.coordinator.wait(for: .connected)
        fixture.broker.refuseEveryone()
        let count = fixture.broker.network.count
        await fixture.broker.network.transport(count).emit(.ended(code: .goingAway))
        try await fixture.coordinator.session?.wait { $0.wait != nil }
        fixture.clock.advance(by: .seconds(1))
        try await fixture.endWait(.seconds(60))
        await fixture.coordinator.stop()
    }

    @Test func `ends its wait with a log-out`() async throws {
        let fixture = CoordinatorFixture(.ada("1"), refusalKind: .temporary)
        fixture.broker.refuseEveryone()
        await fixture.coordinator.start()
        try await fixture.coordinator.wait(for: .waiting)
        await fixture.waitForRetryTimer()
        fixture.store.replace(with: nil)
        try await fixture.coordinator.wait(for: .loggedOut)
        #expect(fixture.clock.due == [])
        await fixture.coordinator.stop()
        #expect(fixture.broker.network.count == 1)
    }
}

extension CoordinatorFixture {
    /// Waits until the timer runs that ends the coordinator's wait, within five minutes.
    fileprivate func waitForRetryTimer() async {
        await yieldWhile("the coordinator has no timer") { !clock.due.contains { $0 <= .seconds(300) } }
    }

    /// Waits until the coordinator waits, lets that pass, which is no longer than this, and returns when it has connected again.
    fileprivate func endWait(_ bound: Duration) async throws {
        try await coordinator.wait(for: .waiting)
        await waitForRetryTimer()
        let count = broker.network.count
        clock.advance(by: bound)
        _ = await broker.network.transport(count + 1)
        await coordinator.start()  // By then, its phase is that of the new connection.
    }
}
