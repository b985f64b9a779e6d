import AsyncPrimitives
import TestSupport
import Testing

@Suite struct `A clock of any type` {
    static let hostile: [Duration] = [
        .seconds(Int64.max), .seconds(Int64.min), .seconds(1.7e20), .seconds(-1.7e20), .seconds(1e10), .nanoseconds(1),
        .zero,
    ]

    @Test(arguments: hostile, hostile)
    func `adds any durations to a time, and keeps their order`(first: Duration, second: Duration) {
        let start = AnyClock.Instant.start
        #expect(start + first <= start || first > .zero)
        #expect(start + first >= start || first < .zero)
        #expect((start + first) + second >= start + first || second < .zero)
        #expect((start + first) + second <= start + first || second > .zero)
    }

    @Test func `has a time however late the clock is that it wraps`() {
        let clock = ManualClock()
        let wrapper = AnyClock(clock)
        clock.advance(by: Duration(secondsComponent: .max, attosecondsComponent: 0))
        clock.advance(by: .seconds(1.6e20))
        #expect(wrapper.now + .seconds(Int64.max) == wrapper.now)
        #expect(wrapper.now - AnyClock.Instant.start > .seconds(1_000_000_000))
    }

    @Test(arguments: hostile)
    func `sleeps on the system's clock for any duration, until its task is cancelled`(duration: Duration) async {
        let clock = AnyClock(ContinuousClock())
        let task = Task {
            // A short sleep would be over before another task could cancel it.
            if duration < .seconds(1) { withUnsafeCurrentTask { $0?.cancel() } }
            try await clock.sleep(until: clock.now + duration)
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
