/// Tells the time on any clock, as a duration since the timepiece was made.
package struct Timepiece: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let sleepUntil: @Sendable (Duration) async throws -> Void

    package init(_ clock: any Clock<Duration>) {
        self.init(opening: clock)
    }

    // What an instant of `any Clock<Duration>` is cannot be said; these closures know.
    private init<C: Clock>(opening clock: C) where C.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    package var now: Duration { elapsed() }

    /// Waits until then, or throws when the task is cancelled.
    package func sleep(until end: Duration) async throws { try await sleepUntil(end) }
}
