import Playback
import StatePattern
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct SimulatedEngineTests {
    private let clock = ManualClock()
    private let engine: SimulatedEngine<ManualClock>

    init() {
        engine = SimulatedEngine(clock: clock)
    }

    @Test func `The playhead advances with the clock, to the end of the track and no further`() {
        engine.load(.prelude, number: 1)
        engine.play()
        #expect(engine.position == .zero)
        clock.advance(by: .milliseconds(30_500))
        #expect(engine.position == .milliseconds(30_500))
        clock.advance(by: .seconds(500))
        #expect(engine.position == .seconds(100))
    }

    @Test func `A pause holds the playhead, and playing continues from there`() {
        engine.load(.prelude, number: 1)
        engine.play()
        clock.advance(by: .seconds(30))
        engine.pause()
        clock.advance(by: .seconds(500))
        #expect(engine.position == .seconds(30))
        engine.play()
        clock.advance(by: .seconds(5))
        engine.play()
        clock.advance(by: .seconds(5))
        #expect(engine.position == .seconds(40))
    }

    @Test func `A stop unloads the track, and the next one does not play`() {
        engine.load(.prelude, number: 1)
        engine.play()
        clock.advance(by: .seconds(30))
        engine.stop()
        #expect(engine.position == .zero)
        engine.load(.prelude, number: 2)
        clock.advance(by: .seconds(30))
        #expect(engine.position == .zero)
    }

    @Test func `A load starts at 0, and continues to play or to pause`() {
        engine.load(.prelude, number: 1)
        clock.advance(by: .seconds(1))
        #expect(engine.position == .zero)
        engine.play()
        clock.advance(by: .seconds(30))
        engine.load(.fugue, number: 2)
        #expect(engine.position == .zero)
        clock.advance(by: .seconds(20))
        #expect(engine.position == .seconds(20))
        engine.pause()
        engine.load(.gigue, number: 3)
        clock.advance(by: .seconds(20))
        #expect(engine.position == .zero)
    }

    @Test func `A track that is loaded at a place is heard from there`() async {
        var reports = engine.reports.makeAsyncIterator()
        engine.load(.prelude, at: .seconds(101), number: 1)
        #expect(engine.position == .seconds(100))
        engine.load(.prelude, at: .seconds(70), number: 1)
        engine.play()
        #expect(engine.position == .seconds(70))
        clock.advance(by: .seconds(10))
        #expect(engine.position == .seconds(80))
        engine.load(.prelude, at: .seconds(100), number: 2)
        #expect(await reports.next() == .finished(load: 2), "at its end, it is over")
    }

    @Test func `An interruption holds the playhead until the next play, and is reported once`() async {
        var reports = engine.reports.makeAsyncIterator()
        #expect(!engine.interrupt())
        engine.load(.prelude, number: 1)
        engine.play(number: 7)
        clock.advance(by: .seconds(30))
        #expect(engine.interrupt())
        #expect(!engine.interrupt())
        #expect(await reports.next() == .paused(play: 7))
        clock.advance(by: .seconds(30))
        engine.load(.fugue, number: 2)
        clock.advance(by: .seconds(30))
        #expect(engine.position == .zero)
        engine.play(number: 8)
        clock.advance(by: .seconds(30))
        #expect(engine.position == .seconds(30))
    }

    @Test func `With nothing loaded every command is harmless, and a play is remembered`() {
        engine.seek(to: .seconds(10), number: 1)
        engine.pause()
        engine.play()
        clock.advance(by: .seconds(10))
        #expect(engine.position == .zero)
        engine.load(.prelude, number: 1)
        clock.advance(by: .seconds(10))
        #expect(engine.position == .seconds(10))
    }

    @Test func `A seek moves the playhead, reports so, and neither starts nor stops it`() async {
        var reports = engine.reports.makeAsyncIterator()
        engine.load(.prelude, number: 1)
        engine.seek(to: .seconds(50), number: 1)
        #expect(await reports.next() == .sought(1, load: 1))
        clock.advance(by: .seconds(10))
        #expect(engine.position == .seconds(50))
        engine.play()
        engine.seek(to: .seconds(20), number: 2)
        #expect(await reports.next() == .sought(2, load: 1))
        clock.advance(by: .seconds(10))
        #expect(engine.position == .seconds(30))
    }

    @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max), .seconds(3_155_760_000)])
    func `The longest track plays on the clock of the system, for a century at most`(duration: Duration) {
        let track = Track("radio", duration: duration)
        #expect(track.duration == .seconds(3_155_760_000))
        let player = Player(withoutListeningTo: SimulatedEngine(clock: ContinuousClock()))
        player.load([track])
        player.play()
        for time in [duration, .zero - duration, .seconds(Int64.max), .zero] {
            #expect(player.seek(to: time) == .handled)
            #expect(player.position >= .zero)
        }
        player.stop()
    }

    @Test func `A track of unknown duration continues until it is stopped, and has every place`() {
        engine.load(Track("radio"), number: 1)
        engine.play()
        #expect(engine.duration == nil)
        clock.advance(by: .seconds(86_400))
        #expect(engine.position == .seconds(86_400))
        engine.seek(to: .seconds(1_000_000), number: 1)
        #expect(engine.position == .seconds(1_000_000))
        #expect(clock.due == [])
        for time in [Duration.seconds(Int64.max), Duration(attoseconds: .max), Duration(attoseconds: .min)] {
            engine.seek(to: time, number: 2)
            clock.advance(by: .seconds(1))
            #expect(engine.position == (time > .zero ? .seconds(3_155_760_000) : .seconds(1)))
        }
        engine.load(.prelude, number: 2)
        #expect(engine.duration == .seconds(100))
        engine.stop()
        #expect(engine.duration == nil)
    }

    @Test func `A seek stays inside the track`() {
        engine.load(.prelude, number: 1)
        engine.seek(to: .seconds(-1), number: 1)
        #expect(engine.position == .zero)
        engine.seek(to: .seconds(101), number: 2)
        #expect(engine.position == .seconds(100))
    }

    @Test func `The end of a track is reported exactly then and not before`() async {
        var reports = engine.reports.makeAsyncIterator()
        engine.load(.prelude, number: 7)
        engine.play()
        await clock.waitForSleepers(due: .seconds(100))
        clock.advance(by: .seconds(100) - .nanoseconds(1))
        #expect(clock.due == [.nanoseconds(1)], "the timer still waits")
        clock.advance(by: .nanoseconds(1))
        #expect(await reports.next() == .finished(load: 7))
        #expect(engine.position == .seconds(100))
    }

    @Test func `After a pause and a seek the end comes later, or earlier`() async {
        var reports = engine.reports.makeAsyncIterator()
        engine.load(.prelude, number: 1)
        engine.play()
        clock.advance(by: .seconds(30))
        engine.pause()
        clock.advance(by: .seconds(500))
        engine.play()
        await clock.waitForSleepers(due: .seconds(70))
        clock.advance(by: .seconds(69))
        #expect(clock.due == [.seconds(1)])
        engine.seek(to: .seconds(90), number: 1)
        clock.advance(by: .seconds(10))
        #expect(await reports.next() == .sought(1, load: 1))
        #expect(await reports.next() == .finished(load: 1))
    }

    @Test func `A seek to the end ends the track, once it is played`() async {
        var reports = engine.reports.makeAsyncIterator()
        engine.load(.prelude, number: 1)
        engine.seek(to: .seconds(100), number: 1)
        #expect(await reports.next() == .sought(1, load: 1))
        engine.seek(to: .seconds(100), number: 2)
        #expect(await reports.next() == .sought(2, load: 1), "a paused engine does not finish")
        engine.play()
        #expect(await reports.next() == .finished(load: 1))
    }

    @Test func `A seek to the end, and new data there, are reported before that end`() async {
        var reports = engine.reports.makeAsyncIterator()
        engine.play()
        for load in 1...1_000 {
            engine.load(.prelude, number: load)
            engine.seek(to: .seconds(100), number: load)
            #expect(await reports.next() == .sought(load, load: load))
            #expect(await reports.next() == .finished(load: load))
            engine.stall()
            engine.recover()
            #expect(await reports.next() == .stalled(load: load))
            #expect(await reports.next() == .recovered(load: load))
            #expect(await reports.next() == .finished(load: load))
        }
    }

    @Test func `A track of zero length ends at once, without any time`() async {
        var reports = engine.reports.makeAsyncIterator()
        engine.load(Track("Silence", duration: .zero), number: 1)
        engine.play()
        #expect(await reports.next() == .finished(load: 1))
        #expect(engine.position == .zero)
    }

    @Test(arguments: [Interruption.pause, .stop, .seek, .load])
    func `A timer that is cancelled reports nothing`(interruption: Interruption) async {
        // A timer can be cancelled when its sleep is over already; on this clock that is so each time.
        let engine = SimulatedEngine(clock: HeedlessClock(base: clock))
        var reports = engine.reports.makeAsyncIterator()
        engine.load(.prelude, number: 1)
        engine.play()
        await clock.waitForSleepers(due: .seconds(100))
        switch interruption {
        case .pause: engine.pause()
        case .stop: engine.stop()
        case .seek: engine.seek(to: .seconds(50), number: 1)
        case .load: engine.load(.fugue, number: 2)
        }
        engine.load(.gigue, number: 3)
        engine.play()
        clock.advance(by: .seconds(40))

        if interruption == .seek { #expect(await reports.next() == .sought(1, load: 1)) }
        #expect(await reports.next() == .finished(load: 3))
    }

    @Test func `The reports end with the engine, and its timer with it`() async {
        var engine: SimulatedEngine? = SimulatedEngine(clock: clock)
        weak let remaining = engine
        let reports = engine?.reports
        engine?.load(.prelude, number: 1)
        engine?.play()
        await clock.waitForSleepers(due: .seconds(100))

        engine = nil

        #expect(remaining == nil)
        #expect(clock.due == [])
        var iterator = reports?.makeAsyncIterator()
        #expect(await iterator?.next() == nil)
    }
}

enum Interruption { case pause, stop, seek, load }

/// A clock on which a sleep that is cancelled ends as if its time had come.
private struct HeedlessClock: Clock {
    let base: ManualClock

    var now: ManualClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async {
        try? await base.sleep(until: deadline, tolerance: tolerance)
    }
}
