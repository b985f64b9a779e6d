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
        #expect(remainingPlayer == nil && remainingEngine == nil)
        #expect(remainingState == nil && remainingSuperstate == nil)
    }

    @Test func `A player can be used and freed after the end of its engine`() async {
        let (isAsked, asked) = AsyncStream.makeStream(of: Void.self)
        let reports = AsyncStream<PlaybackReport> {
            asked.finish()
            return nil
        }
        var player: Player? = Player(engine: LastingEngine(reports: reports))
        weak let remaining = player
        player?.load([.prelude])
        for await _ in isAsked {}
        #expect(player?.play() == .transitioned)
        player = nil
        #expect(remaining == nil)
    }

    @Test func `A player that does not listen leaves the reports to its client`() {
        let engine = LastingEngine(reports: AsyncStream { nil })
        Player(withoutListeningTo: engine).activate()
        #expect(engine.listeners == 0)
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
        await clock.waitForSleepers(due: .seconds(100))
        player = nil
        #expect(remaining == nil)
        #expect(clock.due == [])
        token?.cancel()
        var journal: [String] = []
        for await change in changes ?? AsyncStream(unfolding: { nil }) { journal.append(change) }
        #expect(journal == ["activate(): Stopped → Stopped", "play(): Stopped → Playing/Advancing"])
    }
}

/// An engine with reports that outlive it.
private final class LastingEngine: PlaybackEngine {
    var reports: AsyncStream<PlaybackReport> {
        listeners += 1
        return stream
    }
    let position = Duration.zero
    let duration: Duration? = nil
    private(set) var listeners = 0
    private let stream: AsyncStream<PlaybackReport>

    init(reports: AsyncStream<PlaybackReport>) { stream = reports }

    func load(_ track: Track, at place: Duration, number: Int) {}
    func play(number: Int) {}
    func pause() {}
    func stop() {}
    func seek(to time: Duration, number: Int) {}
}
