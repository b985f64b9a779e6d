import EnumTwins
import Playback
import StateExploration
import StatePattern
import TestSupport
import Testing

@Suite struct StateTimesTests {
    private let clock = ManualClock()

    @Test func `Each state is counted and timed, superstates included`() {
        let player = Player(engine: RecordingEngine())
        let log = StateTimes(of: player, clock: clock)
        player.load([.prelude, .fugue])
        clock.advance(by: .seconds(1))
        player.play()
        clock.advance(by: .seconds(10))
        player.stalled(load: 1)
        clock.advance(by: .seconds(3))
        player.recovered(load: 1)
        clock.advance(by: .seconds(20))
        player.pause()
        clock.advance(by: .seconds(500))
        player.play()
        clock.advance(by: .seconds(40))
        player.finished(load: 1)
        clock.advance(by: .seconds(5))
        player.stop()
        clock.advance(by: .seconds(2))

        #expect(
            log.lines == [
                "Stopped 2 × 3.0 seconds",
                "Playing 2 × 78.0 seconds",
                "Playing/Advancing 4 × 75.0 seconds",
                "Playing/Buffering 1 × 3.0 seconds",
                "Paused 1 × 500.0 seconds",
            ])
    }

    @Test func `The time in a state runs on while the machine is in it`() {
        let player = Player(engine: RecordingEngine())
        let log = StateTimes(of: player, clock: clock)
        #expect(log.entries.isEmpty)
        player.load([.prelude])
        #expect(log.lines == ["Stopped 1 × 0.0 seconds"])
        clock.advance(by: .seconds(1))
        #expect(log.lines == ["Stopped 1 × 1.0 seconds"])
        clock.advance(by: .seconds(1))
        #expect(log.lines == ["Stopped 1 × 2.0 seconds"])
        player.deactivate()
        clock.advance(by: .seconds(1))
        #expect(log.lines == ["Stopped 1 × 2.0 seconds"])
    }

    @Test func `A state that was entered before the log began counts from the next time`() {
        let (player, _) = Situation.advancing.reach()
        clock.advance(by: .seconds(5))
        let log = StateTimes(of: player, clock: clock)
        clock.advance(by: .seconds(5))
        player.stalled(load: 1)
        clock.advance(by: .seconds(5))
        #expect(log.lines == ["Playing/Buffering 1 × 5.0 seconds"])
        player.stop()
        player.play()
        #expect(
            log.lines == [
                "Playing/Buffering 1 × 5.0 seconds", "Stopped 1 × 0.0 seconds", "Playing 1 × 0.0 seconds",
                "Playing/Advancing 1 × 0.0 seconds",
            ])
    }

    @Test func `Requests without a transition leave the log alone`() {
        let (player, _) = Situation.paused.reach()
        let log = StateTimes(of: player, clock: clock)
        player.pause()
        player.seek(to: .seconds(50))
        player.stalled(load: 1)
        player.load([.gigue])
        #expect(log.entries.isEmpty)
    }

    @Test func `A log does not keep its player alive, and outlives it`() {
        var player: Player? = Situation.stopped.reach().player
        weak let remaining = player
        let log = player.map { StateTimes(of: $0, clock: clock) }
        player?.play()
        player = nil
        #expect(remaining == nil)
        #expect(log?.entries.map { $0.state } == ["Playing", "Playing/Advancing"])
    }

    @Test func `A player does not keep its log alive, and outlives it`() {
        let (player, _) = Situation.stopped.reach()
        var log: StateTimes? = StateTimes(of: player, clock: clock)
        weak let remaining = log
        player.play()
        #expect(log?.entries.count == 2)
        log = nil
        #expect(remaining == nil)
        #expect(player.pause() == .transitioned)
    }

    @Test func `Another machine can be logged, too`() {
        let turnstile = Turnstile()
        let log = StateTimes(of: turnstile, clock: clock)
        turnstile.activate()
        for _ in 1...3 {
            clock.advance(by: .seconds(60))
            turnstile.turn()
            clock.advance(by: .seconds(4))
            turnstile.turn()
        }
        #expect(log.lines == ["Locked 4 × 180.0 seconds", "Unlocked 3 × 12.0 seconds"])
    }
}

extension StateTimes {
    fileprivate var lines: [String] { entries.map { "\($0.state) \($0.count) × \($0.time)" } }
}

/// A machine without superstates.
private final class Turnstile: Context<Turnstile.State> {
    private let locked = Locked()
    private let unlocked = Unlocked()

    init() { super.init(initial: locked) }

    func turn() { delegate { $0.turn($1) } }

    class State: ContextState {
        func didEnter(_ turnstile: Turnstile) {}
        func willExit(_ turnstile: Turnstile) {}
        func turn(_ turnstile: Turnstile) -> Reaction<State> { .unhandled }
    }

    final class Locked: State {
        override func turn(_ turnstile: Turnstile) -> Reaction<State> { .transition(to: turnstile.unlocked) }
    }

    final class Unlocked: State {
        override func turn(_ turnstile: Turnstile) -> Reaction<State> { .transition(to: turnstile.locked) }
    }
}
