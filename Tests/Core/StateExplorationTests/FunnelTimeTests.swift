import StateExploration
import StatePattern
import TestSupport
import Testing

/// Counts and times of a machine in a tree.
@Suite struct FunnelTimeTests {
    private let clock = ManualClock()

    @Test func `Each state is counted and timed, superstates included`() {
        let oven = Oven()
        let log = FunnelLog(of: oven, clock: clock)
        oven.activate()
        after(.seconds(1)) { oven.toggle() }
        after(.seconds(10)) { oven.warmed() }
        after(.seconds(20)) { oven.toggle() }
        after(.seconds(500)) { oven.toggle() }
        clock.advance(by: .seconds(2))
        #expect(
            log.lines == [
                "Off 2 × 501.0 seconds", "On 2 × 32.0 seconds", "On/Heating 2 × 12.0 seconds",
                "On/Warm 1 × 20.0 seconds",
            ])
    }

    private func after(_ time: Duration, _ request: () -> Outcome) {
        clock.advance(by: time)
        #expect(request() == .transitioned)
    }

    @Test func `The time in a state runs on while the machine is in it`() {
        let oven = Oven()
        let log = FunnelLog(of: oven, clock: clock)
        #expect(log.entries.isEmpty)
        oven.activate()
        for seconds in ["0.0", "1.0", "2.0"] {
            #expect(log.lines == ["Off 1 × \(seconds) seconds"])
            clock.advance(by: .seconds(1))
        }
        oven.deactivate()
        clock.advance(by: .seconds(1))
        #expect(log.lines == ["Off 1 × 3.0 seconds"])
    }

    @Test func `A state that was entered before the log began counts from the next time`() {
        let oven = Oven()
        _ = oven.toggle()
        clock.advance(by: .seconds(5))
        let log = FunnelLog(of: oven, clock: clock)
        after(.seconds(5)) { oven.warmed() }
        clock.advance(by: .seconds(5))
        #expect(log.lines == ["On/Warm 1 × 5.0 seconds"])
        after(.zero) { oven.toggle() }
        after(.zero) { oven.toggle() }
        #expect(
            log.lines == [
                "On/Warm 1 × 5.0 seconds", "Off 1 × 0.0 seconds", "On 1 × 0.0 seconds", "On/Heating 1 × 0.0 seconds",
            ])
    }

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
    func `Its text has times in the two largest units that say something`(time: Duration, text: String) {
        let (clock, turnstile) = (ManualClock(), Turnstile())
        let log = FunnelLog(of: turnstile, clock: clock)
        #expect("\(log)" == "")
        turnstile.activate()
        clock.advance(by: time)
        #expect("\(log)" == "Locked: entered once, \(text)")
    }
}

extension FunnelLog {
    fileprivate var lines: [String] { entries.map { "\($0.state) \($0.count) × \($0.time)" } }
}
