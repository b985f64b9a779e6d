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
