import Foundation
import MPVPlayback
import Playback
import StatePattern
import TestSupport
import Testing

/// The cells of the player's table that can be tested on a real engine.
@MainActor
@Suite(.enabled(if: Recordings.areExpected, "MPV is not set."), .serialized, .timeLimit(.minutes(60)))
struct MPVTableTests {
    nonisolated enum Situation: CaseIterable { case stoppedWithoutQueue, stopped, playing, paused }
    nonisolated enum Request: CaseIterable {
        case load, loadNothing, loadAtPlace, play, pause, stop, next, previous, seek, lateReport
    }

    private let recordings: Recordings

    init() throws { recordings = try Recordings() }

    /// A player in a situation; it is stopped after it has played, so that its mpv is running.
    private func makePlayer(in situation: Situation, on engine: any PlaybackEngine, _ tracks: [Track]) -> Player {
        let player = Player(engine: engine)
        player.activate()
        if situation == .stoppedWithoutQueue { return player }
        player.load(Array(tracks[..<2]))
        player.play()
        if situation == .paused { player.pause() }
        if situation == .stopped { player.stop() }
        return player
    }

    /// The situation, the outcome of the request, and what the player is like afterwards.
    private func perform(_ request: Request, on player: Player, _ tracks: [Track]) -> String {
        let before = player.phase
        let outcome =
            switch request {
            case .load: player.load([tracks[2]])
            case .loadNothing: player.load([])
            case .loadAtPlace: player.load(tracks, startingAt: 2, position: .seconds(50))
            case .play: player.play()
            case .pause: player.pause()
            case .stop: player.stop()
            case .next: player.next()
            case .previous: player.previous()
            case .seek: player.seek(to: .seconds(50))
            case .lateReport: player.receive(.finished(load: player.loadNumber - 1))
            }
        let track = player.track?.title ?? "none"
        let goal = player.position >= .seconds(50) ? "50 s" : "the beginning"
        return "\(before): \(outcome), \(player.phase), \(track) at \(goal), \(player.lastFailure == nil)"
    }

    /// Waits until mpv does what the player shows: it opens that file, pauses if the player does, and is in that place.
    private func wait(until mpv: MPVWitness, agreesWith player: Player) async throws {
        try await yieldWhile("mpv does not do what the player shows: \(player.phase)") {
            let values = try mpv.properties(["path", "pause", "time-pos"])
            let path = values["path"] as? String
            if player.phase == .stopped { return path != nil }
            guard path == player.track?.id, let place = values["time-pos"] as? Double else { return true }
            let isOff = abs(player.position / .seconds(1) - place) > 1
            return values["pause"] as? Bool != (player.phase == .paused) || isOff
        }
    }

    @Test(arguments: Situation.allCases, Request.allCases)
    func `A player on mpv reacts to each request of a client as on the simulated engine, and mpv obeys it`(
        situation: Situation, request: Request
    ) async throws {
        let tracks = try ["one", "two", "three"].map { try recordings.track($0, seconds: 60) }
        let simulated = makePlayer(in: situation, on: SimulatedEngine(clock: ManualClock()), tracks)
        let socket = recordings.folder.appending(path: "mpv").path(percentEncoded: false)
        let engine = try MPVEngine(options: MPVEngine.silent + ["--input-ipc-server=\(socket)"])
        // An mpv is started for a load that is still wanted; so one that is stopped has played first.
        let player = makePlayer(in: situation == .stopped ? .playing : situation, on: engine, tracks)
        guard situation != .stoppedWithoutQueue else {
            #expect(perform(request, on: player, tracks) == perform(request, on: simulated, tracks))
            #expect(engine.processIdentifier == nil)
            return
        }
        let mpv = try await MPVWitness(at: socket)
        if situation == .stopped { player.stop() }
        try await wait(until: mpv, agreesWith: player)
        #expect(perform(request, on: player, tracks) == perform(request, on: simulated, tracks))
        try await wait(until: mpv, agreesWith: player)
    }
}
