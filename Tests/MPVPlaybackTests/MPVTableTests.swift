import MPVPlayback
import Playback
import StatePattern
import TestSupport
import Testing

/// The cells of the player's table that can be tested on a real engine.
@MainActor
@Suite(.enabled(if: Recordings.areExpected, "MPV is not set."), .timeLimit(.minutes(10)))
struct MPVTableTests {
    nonisolated enum Situation: CaseIterable { case stopped, playing, paused }
    nonisolated enum Request: CaseIterable { case load, loadNothing, play, pause, stop, seek, lateReport }

    private let recordings: Recordings

    init() throws { recordings = try Recordings() }

    /// The situation, the outcome of the request, and what the player is like afterwards.
    private func cell(_ situation: Situation, _ request: Request, on engine: any PlaybackEngine) throws -> String {
        let tracks = try ["one", "two", "three"].map { try recordings.track($0, seconds: 60) }
        let player = Player(engine: engine)
        player.activate()
        player.load(Array(tracks[..<2]))
        if situation != .stopped { player.play() }
        if situation == .paused { player.pause() }
        let before = player.phase
        let outcome =
            switch request {
            case .load: player.load([tracks[2]])
            case .loadNothing: player.load([])
            case .play: player.play()
            case .pause: player.pause()
            case .stop: player.stop()
            case .seek: player.seek(to: .seconds(50))
            case .lateReport: player.receive(.finished(load: player.loadNumber - 1))
            }
        let track = player.track?.title ?? "none"
        let goal = player.position >= .seconds(50) ? "50 s" : "the beginning"
        return "\(before): \(outcome), \(player.phase), \(track) at \(goal), \(player.lastFailure == nil)"
    }

    @Test(arguments: Situation.allCases, Request.allCases)
    func `A player on mpv reacts to each request of a client as on the simulated engine`(
        situation: Situation, request: Request
    ) throws {
        let expected = try cell(situation, request, on: SimulatedEngine(clock: ManualClock()))
        #expect(try cell(situation, request, on: MPVEngine(options: MPVEngine.silent)) == expected)
    }
}
