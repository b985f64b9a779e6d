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

    @Test func `An engine may report a failure in the middle of a load`() {
        let (player, engine) = Situation.stopped.reach()
        engine.onCommand = { [unowned player] command in
            if case .load = command { player.failed(reason: "no such file", load: player.loadNumber) }
        }
        #expect(player.play() == .transitioned)
        #expect(player.state.statePath == "Stopped")
        #expect(player.lastFailure == PlaybackFailure(track: .prelude, reason: "no such file"))
        #expect(engine.commands == [.load(.prelude, number: 1), .play(number: 1), .pause, .stop])
    }

    @Test(arguments: Situation.loaded)
    func `A failure tells what has failed and why, until the next playback`(situation: Situation) throws {
        let (player, _) = situation.reach()
        let track = try #require(player.track)
        player.failed(reason: "tape torn", load: 1)
        #expect(!player.isStalled)
        let failure = PlaybackFailure(track: track, reason: "tape torn")
        for request in [PlayerRequest.previous, .next, .stop, .loadAtPlace] {
            player.perform(request)
            #expect(player.lastFailure == failure)
        }
        player.play()
        #expect(player.lastFailure == nil)
    }

    @Test func `An engine may carry out a seek at once`() {
        let (player, engine) = Situation.paused.reach()
        engine.onCommand = { [unowned player, unowned engine] command in
            guard case .seek(let time, let number) = command else { return }
            engine.position = time + .seconds(1)
            player.sought(number, load: 1)
        }
        player.seek(to: .seconds(50))
        #expect(player.position == .seconds(51))
        #expect(player.state.statePath == "Paused")
    }

    @Test func `Each report becomes the request of its name`() {
        let (player, engine) = Situation.advancing.reach()
        var journal: [String] = []
        player.observe { journal.append("\($0)") }

        player.receive(.stalled(load: 1))
        player.receive(.recovered(load: 1))
        player.receive(.finished(load: 1))
        player.seek(to: .seconds(20))
        engine.position = .seconds(19)
        player.receive(.sought(1, load: 2))
        #expect(player.position == .seconds(19))
        player.receive(.paused(play: 1))
        player.receive(.failed(reason: "tape torn", load: 2))

        #expect(
            journal == [
                "stalled(load:): Playing/Advancing → Playing/Buffering",
                "recovered(load:): Playing/Buffering → Playing/Advancing",
                "finished(load:): Playing/Advancing → Playing/Advancing",
                "paused(play:): Playing/Advancing → Paused",
                "failed(reason:load:): Paused → Stopped",
            ])
        #expect(player.lastFailure == PlaybackFailure(track: .fugue, reason: "tape torn"))
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
