import LoopbackBroker
import STOMPTestSupport
import Messaging
import Testing

/// Users who see each other come and go.
@Suite(.timeLimit(.minutes(10))) struct PresenceOverTCPTests {
    private let broker = LoopbackBroker()

    init() throws { try broker.start() }

    /// Waits until these others are said to be there.
    private func expect(_ others: [String], in answers: some AsyncSequence<Presence.Snapshot, Never>) async {
        for await answer in answers where answer.names == others { return }
        Issue.record("there was no answer \(others)")
    }

    @Test func `Each at a place learns who else comes and goes`() async throws {
        let (ada, bob) = (await broker.connected("ada"), await broker.connected("bob"))
        let adas = try await ada.presence.report("harbour")
        await expect([], in: adas)
        let bobs = try await bob.presence.report("harbour")
        await expect(["ada"], in: bobs)
        await expect(["bob"], in: adas)
        _ = try await bob.presence.report("lighthouse")
        await expect([], in: adas)
    }

    @Test func `Two devices of a user may be at different places, and each hears who else is at its own`() async throws
    {
        let (phone, tablet) = (await broker.connected("ada"), await broker.connected("ada"))
        let bob = await broker.connected("bob")
        let phones = try await phone.presence.report("harbour")
        let tablets = try await tablet.presence.report("lighthouse")
        _ = try await bob.presence.report("harbour")
        await expect(["bob"], in: phones)
        await expect([], in: tablets)
        _ = try await bob.presence.report("lighthouse")
        await expect([], in: phones)
        await expect(["bob"], in: tablets)
    }

    @Test func `The place is told again on the next connection`() async throws {
        let (ada, bob) = (await broker.connected("ada"), await broker.connected("bob"))
        let adas = try await ada.presence.report("harbour")
        _ = try await bob.presence.report("harbour")
        await expect(["bob"], in: adas)
        broker.kick("bob")
        await broker.wait { $0.received == 3 }
        await expect(["bob"], in: adas)
        broker.stop()
        try broker.start()
        await broker.wait { $0.received == 5 }
        await expect(["bob"], in: adas)
    }

    @Test func `Only the newest place counts`() async throws {
        let (ada, bob) = (await broker.connected("ada"), await broker.connected("bob"))
        let adas = try await ada.presence.report("harbour")
        await broker.wait { $0.received == 1 }
        broker.stop()
        for place in ["harbour", "lighthouse", "harbour", "lighthouse"] { _ = try await bob.presence.report(place) }
        let adasNext = try await ada.presence.report("lighthouse")
        try broker.start()
        await expect(["bob"], in: adasNext)
        for await _ in adas {}  // Ends, since another place was reported.
        #expect(broker.counts.received == 3)
    }
}
