import Playback
import StatePattern
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct PlayerPositionTests {
    private let clock = ManualClock()

    @Test(arguments: [
        (Duration.seconds(-1), Duration.zero), (.zero, .zero), (.milliseconds(50_500), .milliseconds(50_500)),
        (.seconds(100), .seconds(100)), (.seconds(100) + .nanoseconds(1), .seconds(100)),
        (.seconds(Int64.max), .seconds(100)), (.seconds(Int64.min), .zero), (.seconds(1.7e20), .seconds(100)),
        (.seconds(-1.7e20), .zero),
    ])
    func `A seek, or a load at a place, goes to the nearest place that exists`(time: Duration, goal: Duration) async {
        let (engine, clock) = (SimulatedEngine(clock: clock), clock)
        let player = Player(withoutListeningTo: engine)
        player.load([.prelude])
        player.play()
        player.seek(to: time)
        #expect(player.position == min(max(time, .zero), .seconds(3_155_760_000)))
        var reports = engine.reports.makeAsyncIterator()
        if let report = await reports.next() { player.receive(report) }
        #expect(player.position == goal)

        player.load([.fugue, .prelude], startingAt: 1, position: time)
        #expect(player.position == goal)
        player.load([Track("radio")], position: time)
        player.seek(to: time)
        clock.advance(by: .seconds(1))
        #expect(player.position <= .seconds(3_155_760_000))
    }

    @Test(
        arguments: Situation.loaded,
        [
            (PlayerRequest.play, true), (.pause, true), (.stalled, true), (.recovered, true), (.paused, true),
            (.loadBeyond, true), (.sought, false), (.loadAtPlace, false), (.loadNothing, false), (.stop, false),
            (.finished, false), (.failed, false),
        ])
    func `The goal shows as long as the engine has the seek`(situation: Situation, step: (PlayerRequest, Bool)) {
        let (player, engine) = situation.reach()
        player.seek(to: .seconds(50))
        player.perform(step.0)
        if step.1 { #expect(player.position == .seconds(50)) } else { #expect(player.position == engine.position) }
    }

    @Test func `An engine that does not answer a seek within half a minute is not believed`() {
        let engine = RecordingEngine()
        let player = Player(withoutListeningTo: engine, clock: clock)
        player.load([.prelude])
        player.play()
        player.seek(to: .seconds(50))
        engine.position = .seconds(3)
        clock.advance(by: .seconds(30))
        #expect(player.position == .seconds(50))
        clock.advance(by: .nanoseconds(1))
        #expect(player.position == .seconds(3))
        player.seek(to: .seconds(70))
        #expect(player.position == .seconds(70), "each seek has its time")
        clock.advance(by: .seconds(31))
        player.sought(2, load: 1)
        engine.position = .seconds(71)
        #expect(player.position == .seconds(71))
    }

    @Test func `The length of a track is what its engine knows at the moment, not what its queue says`() {
        let (player, engine) = Situation.stopped.reach()
        #expect(player.duration == nil)
        player.play()
        engine.duration = nil
        #expect(player.duration == nil)
        for estimate in [Duration.seconds(11), .seconds(14), .seconds(26)] {
            engine.duration = estimate
            #expect(player.duration == estimate)
        }
        #expect(player.track?.duration == .seconds(100))
        engine.position = .seconds(27)
        #expect(player.position == .seconds(27), "a position beyond the estimate is one")
        #expect(player.phase == .advancing, "a track ends when its engine says so")
        player.stop()
        #expect(player.duration == nil)
    }

    @Test func `The end of the current track counts, not that of the first one`() async {
        let engine = SimulatedEngine(clock: clock)
        let player = Player(withoutListeningTo: engine)
        player.load([.prelude, .fugue])
        player.play()
        player.finished(load: 1)
        player.seek(to: .seconds(80))
        var reports = engine.reports.makeAsyncIterator()
        if let report = await reports.next() { player.receive(report) }
        #expect(player.position == .seconds(60))
    }

    @Test func `The goal shows until the latest seek has been carried out`() {
        let (player, engine) = Situation.advancing.reach()
        // The engine knows the end of the track, which may come later than was known before.
        for (number, time) in [50, 101, 10].enumerated() {
            player.seek(to: .seconds(time))
            #expect(player.position == .seconds(time))
            #expect(engine.takeCommands() == [.seek(.seconds(time), number: number + 1)])
        }
        engine.position = .seconds(42)
        for number in [0, 1, 2, 4] {
            #expect(player.sought(number, load: 1) == .handled)
            #expect(player.position == .seconds(10))
        }
        player.sought(3, load: 1)
        #expect(player.position == .seconds(42))
    }

    @Test func `A seek that is queued goes by the track that is current then`() {
        let (player, engine) = Situation.advancing.reach()
        player.observe { [unowned player] transition in
            guard transition.request == "pause()" else { return }
            player.load([.gigue])
            #expect(player.seek(to: .seconds(1_000)) == .queued)
            #expect(player.position == .seconds(30))
        }
        player.pause()
        #expect(player.position == .seconds(1_000))
        #expect(engine.commands == [.pause, .load(.gigue, number: 2), .seek(.seconds(1_000), number: 1)])
    }
}
