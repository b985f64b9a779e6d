import Playback
import StatePattern
import TestSupport
import Testing

/// Lets `player` play `tracks` on its simulated engine to their end, as fast as the clock can be advanced.
///
/// - Returns: The transitions, with the track that was current after each.
private func playThrough(
    _ tracks: [Track], on player: Player, clock: ManualClock, isolation: isolated any Actor = #isolation
) async -> [String] {
    let changes = player.changes { [unowned player] in "\($0), \(player.track?.title ?? "nothing")" }
    player.load(tracks)
    player.play()
    var journal: [String] = []
    // Each track begins with a transition to Advancing, and the clock waits for that: no time is lost between tracks.
    for await change in changes {
        journal.append(change)
        if change.contains("→ Playing/Advancing") {
            clock.advance(by: tracks[journal.count - 2].duration ?? .zero)
        } else if change.contains("finished") {
            break
        }
    }
    return journal
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

    @Test func `A queue plays through inside an actor, which is freed with its player`() async {
        var jukebox: Jukebox? = Jukebox(clock: clock)
        weak let remaining = jukebox
        #expect(await jukebox?.playThrough([.prelude, .fugue, .gigue]) == PlayerRunTests.journal)
        #expect(await jukebox?.press() == "Playing/Advancing at 0.0 seconds")
        jukebox = nil
        await yieldWhile("the actor lives") { remaining != nil }
    }

    @Test nonisolated func `A player can be made and asked outside of any actor`() {
        let player = Player()
        #expect(player.load([.prelude, .fugue]) == .handled)
        for request in [player.play, player.next, player.pause] { #expect(request() == .transitioned) }
        #expect(player.track == .fugue && player.phase == .paused)
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
        #expect(player.lastFailure.map { $0 == (.prelude, "tape torn") } == true)
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

    func press() -> String {
        player.play()
        return "\(player.state.statePath) at \(player.position)"
    }
}
