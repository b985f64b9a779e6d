import Playback
import StatePattern
import Testing

/// Reports of the engine that come late, early or in the middle of something.
@Suite struct PlayerReportTests {
    @Test(arguments: PlaybackReport.all(ofLoad: 1), ["an observer", "a hook"])
    func `A report that gets old while it waits behind other requests is dropped`(
        report: PlaybackReport, maker: String
    ) {
        let (player, engine) = Situation.advancing.reach()
        var outcomes: [Outcome] = []
        if maker == "an observer" {
            player.observe { [unowned player] transition in
                if transition.request == "pause()" { outcomes = overtake(report, on: player) }
            }
        } else {
            engine.onCommand = { [unowned player] command in
                if command == .pause { outcomes = overtake(report, on: player) }
            }
        }
        player.pause()
        #expect(Set(outcomes) == [.queued])
        #expect(player.state.statePath == (report == .recovered(load: 1) ? "Playing/Buffering" : "Playing/Advancing"))
        #expect(player.track == .gigue)
        #expect(player.position == .seconds(20))
        #expect(player.lastFailure == nil)
        #expect(
            engine.commands == [.pause, .load(.gigue, number: 2), .seek(.seconds(20), number: 1), .play(number: 2)])
    }

    /// Makes another load, and requests that `report` would disturb if it were about that load; then reports.
    private func overtake(_ report: PlaybackReport, on player: Player) -> [Outcome] {
        [
            player.load([.gigue, .fugue]), player.seek(to: .seconds(20)), player.play(),
            report == .recovered(load: 1) ? player.stalled(load: 2) : player.recovered(load: 2),
            player.receive(report),
        ]
    }

    @Test(arguments: Situation.loaded)
    func `A failure tells what has failed and why, until the next playback`(situation: Situation) throws {
        let (player, _) = situation.reach()
        let track = try #require(player.track)
        player.failed(reason: "tape torn", load: 1)
        #expect(!player.isStalled)
        let failure = (track, "tape torn")
        for request in [PlayerRequest.previous, .next, .stop, .loadAtPlace] {
            player.perform(request)
            #expect(player.lastFailure.map { $0 == failure } == true)
        }
        player.play()
        #expect(player.lastFailure == nil)
    }

    @Test func `Each report becomes the request of its name`() {
        let (player, _) = Situation.advancing.reach()
        var requests: [String] = []
        player.observeRequests { requests.append("\($0.request) → \(player.phase)") }
        player.seek(to: .seconds(20))
        let reports: [PlaybackReport] = [
            .stalled(load: 1), .recovered(load: 1), .sought(1, load: 1), .paused(play: 1), .finished(load: 1),
            .failed(reason: "tape torn", load: 2),
        ]
        for report in reports { player.receive(report) }
        #expect(
            requests == [
                "seek(to:) → Playing/Advancing", "stalled(load:) → Playing/Buffering",
                "recovered(load:) → Playing/Advancing", "sought(_:load:) → Playing/Advancing", "paused(play:) → Paused",
                "finished(load:) → Paused", "failed(reason:load:) → Stopped",
            ])
        #expect(player.lastFailure.map { $0 == (.fugue, "tape torn") } == true)
    }
}

extension PlaybackReport {
    /// One report of each kind; the seek is the first one.
    static func all(ofLoad load: Int) -> [PlaybackReport] {
        [
            .finished(load: load), .failed(reason: "tape torn", load: load), .stalled(load: load),
            .recovered(load: load), .sought(1, load: load),
        ]
    }
}
