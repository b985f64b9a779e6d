import MachineModels
import Playback
import StatePattern
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(60))) struct PlayerOwnershipTests {
    @Test(arguments: Situation.allCases)
    func `Dropping a player frees it, its engine and its states`(situation: Situation) {
        var (player, engine): (Player?, RecordingEngine?) = situation.reach()
        player?.seek(to: .seconds(50))
        weak let remainingPlayer = player
        weak let remainingEngine = engine
        weak let remainingState = player?.state
        weak let remainingSuperstate = player?.state.superstate
        #expect(remainingState != nil)

        engine = nil
        #expect(remainingEngine != nil, "a player keeps its engine alive")
        player = nil

        #expect(remainingPlayer == nil)
        #expect(remainingEngine == nil)
        #expect(remainingState == nil)
        #expect(remainingSuperstate == nil)
    }

    @Test func `A state that has been left is freed at once`() {
        let (player, _) = Situation.advancing.reach()
        weak let advancing = player.state
        player.stalled(load: 1)
        #expect(advancing == nil)
    }

    @Test func `A player that was never asked anything is freed`() {
        var player: Player? = Player()
        weak let remaining = player
        player = nil
        #expect(remaining == nil)
    }

    @Test func `A player that is gone listens to its engine no more`() async {
        let (reports, continuation) = AsyncStream.makeStream(of: PlaybackReport.self)
        let (isOver, over) = AsyncStream.makeStream(of: Void.self)
        continuation.onTermination = { _ in over.finish() }
        var player: Player? = Player(engine: LastingEngine(reports: reports))
        player?.activate()
        player = nil
        for await _ in isOver {}
        withExtendedLifetime(continuation) {}
    }

    @Test func `Neither an observer nor the timer of the engine keeps a player alive`() async {
        let clock = ManualClock()
        var player: Player? = Player(engine: SimulatedEngine(clock: clock))
        weak let remaining = player
        let changes = player?.changes { "\($0)" }
        let token = player?.observe { _ in }
        player?.load([.prelude])
        player?.play()
        await clock.waitForSleepers(1)

        player = nil

        #expect(remaining == nil)
        #expect(clock.sleepers == 0)
        token?.cancel()
        var journal: [String] = []
        for await change in changes ?? AsyncStream(unfolding: { nil }) { journal.append(change) }
        #expect(journal == ["activate(): Stopped → Stopped", "play(): Stopped → Playing/Advancing"])
    }
}

/// An engine with reports that outlive it.
private final class LastingEngine: PlaybackEngine {
    let reports: AsyncStream<PlaybackReport>
    let position = Duration.zero
    let duration: Duration? = nil

    init(reports: AsyncStream<PlaybackReport>) { self.reports = reports }

    func load(_ track: Track, at place: Duration, number: Int) {}
    func play(number: Int) {}
    func pause() {}
    func stop() {}
    func seek(to time: Duration, number: Int) {}
}
