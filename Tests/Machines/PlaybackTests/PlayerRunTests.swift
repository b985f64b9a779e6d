import Playback
import StatePattern
import TestSupport
import Testing

/// Makes a player where nothing could receive the reports of its engine.
private nonisolated func playOutsideOfAnyActor() -> [String] {
    let player = Player()
    let outcomes = [
        player.load([.prelude, .fugue]), player.play(), player.next(), player.pause(), player.previous(), player.stop(),
    ]
    return outcomes.map { "\($0)" } + [player.state.statePath, player.track?.title ?? ""]
}

/// A player that receives what its engine reports.
@MainActor @Suite(.timeLimit(.minutes(60))) struct PlayerRunTests {
    private let clock = ManualClock()
    private static let journal = [
        "activate(): Stopped → Stopped, nothing",
        "play(): Stopped → Playing/Advancing, Prelude",
        "finished(load:): Playing/Advancing → Playing/Advancing, Fugue",
        "finished(load:): Playing/Advancing → Playing/Advancing, Gigue",
        "finished(load:): Playing/Advancing → Stopped, Prelude",
    ]

    @Test func `A queue plays through on the main actor`() async {
        let player = Player(engine: SimulatedEngine(clock: clock))
        let start = clock.now
        let journal = await playThrough([.prelude, .fugue, .gigue], on: player, clock: clock)
        #expect(journal == PlayerRunTests.journal)
        #expect(start.duration(to: clock.now) == .seconds(200), "one track follows the other without a gap")
    }

    @Test func `A queue plays through inside an actor`() async {
        let jukebox = Jukebox(clock: clock)
        #expect(await jukebox.playThrough([.prelude, .fugue, .gigue]) == PlayerRunTests.journal)
        #expect(await jukebox.press() == .transitioned)
        #expect(await jukebox.display == "Playing/Advancing at 0.0 seconds")
    }

    @Test func `A player can be made and asked outside of any actor`() {
        #expect(
            playOutsideOfAnyActor() == [
                "handled", "transitioned", "transitioned", "transitioned", "handled", "transitioned", "Stopped",
                "Prelude",
            ])
    }

    @Test func `A player without a given engine receives the reports of its own on an actor`() async throws {
        let player = Player()
        player.observe { _ in MainActor.assertIsolated() }
        player.load([Track("Silence", duration: .zero), .prelude])
        player.play()
        try await player.wait { [unowned player] _ in player.queueIndex == 1 }
        #expect(player.phase == .advancing)
    }

    @Test func `A call pauses the player, also if the next track has begun by then, and it plays on afterwards`() async
    {
        let engine = SimulatedEngine(clock: clock)
        let player = Player(engine: engine)
        player.load([.prelude, .fugue])
        player.play()
        let changes = player.changes { $0.request }
        clock.advance(by: .seconds(60))
        #expect(engine.interrupt())
        #expect(!engine.interrupt())
        player.next()
        clock.advance(by: .seconds(500))
        for await request in changes where request == "paused(play:)" { break }
        #expect(player.phase == .paused)
        #expect(player.track == .fugue)
        #expect(player.position == .zero)
        player.play()
        clock.advance(by: .seconds(20))
        #expect(player.position == .seconds(20))
    }

    @Test func `An actor that has a player is freed with it`() async {
        var jukebox: Jukebox? = Jukebox(clock: clock)
        weak let remaining = jukebox
        #expect(await jukebox?.playThrough([.prelude]).count == 3)
        jukebox = nil
        await yieldWhile("the actor lives") { remaining != nil }
    }

    @Test func `A paused player is not brought to the next track by the clock`() async {
        let player = Player(engine: SimulatedEngine(clock: clock))
        player.load([.prelude, .fugue])
        player.play()
        await clock.waitForSleepers(due: .seconds(100))
        clock.advance(by: .seconds(60))
        player.pause()
        clock.advance(by: .seconds(500))
        #expect(clock.due == [])
        #expect(player.position == .seconds(60))
        player.play()
        await clock.waitForSleepers(due: .seconds(40))
        clock.advance(by: .seconds(39))
        #expect(clock.due == [.seconds(1)])
        #expect(player.position == .seconds(99))
        #expect(player.track == .prelude)
    }

    @Test func `Reports are received in the order in which they were made`() async {
        let engine = RecordingEngine()
        let player = Player(engine: engine)
        player.load([.prelude, .fugue])
        player.play()
        let changes = player.changes { $0.request }
        for report in PlaybackReport.all(ofLoad: 1).reversed() { engine.report(report) }
        engine.report(.failed(reason: "tape torn", load: 2))

        var requests: [String] = []
        for await request in changes.prefix(2) { requests.append(request) }
        #expect(requests == ["stalled(load:)", "failed(reason:load:)"])
        #expect(player.lastFailure == PlaybackFailure(track: .prelude, reason: "tape torn"))
    }

    @Test func `A player that listens can be freed, and its engine with it`() async {
        var engine: RecordingEngine? = RecordingEngine()
        var player = engine.map { Player(engine: $0) }
        weak let remaining = player
        weak let remainingEngine = engine
        var changes = player?.changes { $0.request }.makeAsyncIterator()
        player?.load([.prelude])
        player?.play()
        engine?.report(.stalled(load: 1))
        for request in ["activate()", "play()", "stalled(load:)"] { #expect(await changes?.next() == request) }

        engine = nil
        player = nil

        #expect(remaining == nil)
        #expect(remainingEngine == nil)
        #expect(await changes?.next() == nil)
    }
}

/// An actor that has a player.
private actor Jukebox {
    private let clock: ManualClock
    private lazy var player = makePlayer()

    init(clock: ManualClock) { self.clock = clock }

    private func makePlayer() -> Player { Player(engine: SimulatedEngine(clock: clock)) }

    func playThrough(_ tracks: [Track]) async -> [String] {
        await PlaybackTests.playThrough(tracks, on: player, clock: clock)
    }

    func press() -> Outcome { player.play() }

    var display: String { "\(player.state.statePath) at \(player.position)" }
}
