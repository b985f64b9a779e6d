import Playback
import StateExploration
import StatePattern
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct SimulatedEngineTests {
    private let clock = ManualClock()
    private let engine: SimulatedEngine<ManualClock>

    init() { engine = SimulatedEngine(clock: clock) }

    /// 200 random runs, in which arithmetic says where the playhead is.
    @Test func `The playhead advances with the clock while the engine plays, and goes where a command sends it`() {
        var random = SeededGenerator(seed: 62)
        for _ in 1...200 {
            let engine = SimulatedEngine(clock: clock)
            var (track, place, plays, stalls): (Track?, Duration, Bool, Bool) = (nil, .zero, false, false)
            func clamp(_ time: Duration) -> Duration { max(min(time, track?.duration ?? time), .zero) }
            for _ in 1...50 {
                let time = Duration.milliseconds(Int.random(in: -10_000...120_000, using: &random))
                switch Int.random(in: 0...9, using: &random) {
                case 0:
                    // A load continues to play or to pause, and ends a stall.
                    let next = [Track.prelude, .fugue, Track("radio")].randomElement(using: &random)!
                    engine.load(next, at: time, number: 1)
                    (track, stalls) = (next, false)
                    place = clamp(time)
                case 1:
                    engine.play()
                    plays = true
                case 2:
                    engine.pause()
                    plays = false
                case 3:
                    engine.stop()
                    (track, place, plays, stalls) = (nil, .zero, false, false)
                case 4:
                    engine.seek(to: time, number: 1)
                    if track != nil { place = clamp(time) }
                case 5:
                    #expect(engine.stall() == (track != nil && !stalls))
                    stalls = track != nil
                case 6:
                    #expect(engine.recover() == stalls)
                    stalls = false
                case 7:
                    // An interruption holds the playhead until the next play.
                    #expect(engine.interrupt() == plays)
                    plays = false
                default:
                    clock.advance(by: max(time, .zero))
                    if track != nil, plays, !stalls { place = clamp(place + max(time, .zero)) }
                }
                #expect(engine.position == place)
                #expect(engine.duration == track?.duration)
            }
        }
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

    @Test(arguments: [Duration.seconds(Int64.max), Duration(attoseconds: .max), Duration(attoseconds: .min)])
    func `A track of unknown duration has every place, for a century at most`(time: Duration) {
        engine.load(Track("radio"), number: 1)
        engine.play()
        engine.seek(to: time, number: 2)
        clock.advance(by: .seconds(1))
        #expect(engine.position == (time > .zero ? .seconds(3_155_760_000) : .seconds(1)))
        #expect(clock.due == [])
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

    @Test func `A seek to the end, and new data there, are reported before the end, once it is played`() async {
        var reports = engine.reports.makeAsyncIterator()
        engine.load(.prelude, number: 0)
        for number in [1, 2] {
            engine.seek(to: .seconds(100), number: number)
            #expect(await reports.next() == .sought(number, load: 0), "a paused engine does not finish")
        }
        engine.play()
        #expect(await reports.next() == .finished(load: 0))
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
        // Without any time.
        engine.load(Track("Silence", duration: .zero), number: 1_001)
        #expect(await reports.next() == .finished(load: 1_001))
    }

    @Test(arguments: ["pause", "stop", "seek", "load"])
    func `A timer that is cancelled reports nothing`(interruption: String) async {
        // A timer can be cancelled when its sleep is over already; on this clock that is so each time.
        let engine = SimulatedEngine(clock: HeedlessClock(base: clock))
        var reports = engine.reports.makeAsyncIterator()
        engine.load(.prelude, number: 1)
        engine.play()
        await clock.waitForSleepers(due: .seconds(100))
        switch interruption {
        case "pause": engine.pause()
        case "stop": engine.stop()
        case "seek": engine.seek(to: .seconds(50), number: 1)
        default: engine.load(.fugue, number: 2)
        }
        engine.load(.gigue, number: 3)
        engine.play()
        clock.advance(by: .seconds(40))
        if interruption == "seek" { #expect(await reports.next() == .sought(1, load: 1)) }
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

/// A clock on which a sleep that is cancelled ends as if its time had come.
private struct HeedlessClock: Clock {
    let base: ManualClock

    var now: ManualClock.Instant { base.now }
    var minimumResolution: Duration { base.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async {
        try? await base.sleep(until: deadline, tolerance: tolerance)
    }
}
