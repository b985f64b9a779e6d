import StateExploration
import StatePattern
import TestSupport
import Testing

/// Logs of machines with many classes of states, and their text.
@Suite struct `A log of times` {
    @Test(
        arguments: [
            (.zero, "0ms"), (.microseconds(499), "0ms"), (.microseconds(500), "1ms"),
            (.milliseconds(1_500), "1s 500ms"),
            (.milliseconds(59_999), "59s 999ms"), (.microseconds(59_999_700), "1m"),
            (.milliseconds(60_500), "1m 500ms"),
            (.milliseconds(61_600), "1m 2s"), (.seconds(3_600), "1h"), (.seconds(3_630), "1h 30s"),
            (.seconds(7_199), "2h"), (.seconds(864_005), "240h 5s"), (.seconds(-65), "-1m 5s"),
            (.seconds(Int64.max), "2562047788015215h 30m"),
        ] as [(Duration, String)])
    func `has times in the two largest units that say something`(time: Duration, text: String) {
        let (clock, turnstile) = (ManualClock(), Turnstile())
        let log = FunnelLog(of: turnstile, clock: clock)
        #expect("\(log)" == "")
        turnstile.activate()
        clock.advance(by: time)
        #expect("\(log)" == "Locked: entered once, \(text)")
    }

    @Test func `counts the states of ever new classes`() {
        let tower = Tower()
        let log = FunnelLog(of: tower, clock: ManualClock())
        tower.activate()
        var paths = [tower.state.statePath]
        for number in 1...600 {
            tower.climb(to: Tower.floor(number))
            paths.append(tower.state.statePath)
        }
        #expect(log.entries.map { $0.state } == paths)
        #expect(log.entries.allSatisfy { $0.count == 1 })
    }
}

/// A machine with states of any number of classes.
private final class Tower: Context<Tower.State> {
    class State: ContextState {
        func didEnter(_ tower: Tower) {}
        func willExit(_ tower: Tower) {}
        func climb(_ tower: Tower, to floor: State) -> Reaction { .transition(to: floor) }
    }

    final class Ground: State {}
    final class Floor<Number>: State {}
    enum Zero<Rest> {}
    enum One<Rest> {}

    init() { super.init(initial: Ground()) }

    func climb(to floor: State) { delegate { $0.climb($1, to: floor) } }

    /// A state of a separate class for each number.
    static func floor(_ number: Int) -> State { floor(number, Never.self) }

    private static func floor<Digits>(_ number: Int, _ digits: Digits.Type) -> State {
        if number == 0 { return Floor<Digits>() }
        return number.isMultiple(of: 2) ? floor(number / 2, Zero<Digits>.self) : floor(number / 2, One<Digits>.self)
    }
}
