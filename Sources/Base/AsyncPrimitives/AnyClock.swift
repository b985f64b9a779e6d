/// A clock of any type with durations of the type `Duration`.
package struct AnyClock: Clock {
    /// A time, as the duration since the start of the `AnyClock`.
    package struct Instant: InstantProtocol {
        fileprivate let offset: Duration

        /// The time at which the `AnyClock` was created; for the system's clock, at which it was first used.
        package static let start = Instant(offset: .zero)

        /// Returns this time plus a duration. The result is limited to the longest duration before or after the start.
        package func advanced(by duration: Duration) -> Instant {
            Instant(offset: (offset + duration.clamped).clamped)
        }

        package func duration(to other: Instant) -> Duration { other.offset - offset }
        package static func + (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: duration) }
        package static func - (end: Instant, start: Instant) -> Duration { start.duration(to: end) }
        package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let elapsed: @Sendable () -> Duration
    private let sleepUntil: @Sendable (Duration, Duration?) async throws -> Void
    package let minimumResolution: Duration
    /// The timers of this clock, which share a task; `nil` if each timer has a separate task.
    private(set) var timers: TimerQueue?

    /// The system's clock. All its timers in the process share a task.
    private static let continuous = AnyClock(sharingTimers: ContinuousClock())

    /// Makes a clock with a task for each timer. The timers of the system's clock share a task.
    package init(_ clock: any Clock<Duration>) {
        self = clock is ContinuousClock ? .continuous : AnyClock(opening: clock)
    }

    /// Makes a clock with one task for all timers.
    package init(sharingTimers clock: any Clock<Duration>) {
        self.init(opening: clock)
        timers = TimerQueue(self)
    }

    // `any Clock<Duration>` does not reveal the type of its instants, so these closures capture the instants.
    private init<C: Clock>(opening clock: C) where C.Duration == Duration {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleepUntil = { try await clock.sleep(until: start.advanced(by: $0), tolerance: $1) }
        minimumResolution = clock.minimumResolution
    }

    package var now: Instant { Instant.start + elapsed() }

    /// Waits until `end`; throws `CancellationError` if the task is cancelled first.
    package func sleep(until end: Instant, tolerance: Duration? = nil) async throws {
        try await sleepUntil(end.offset, tolerance)
    }
}

extension Duration {
    private static let century = 3_155_760_000.0

    /// The longest duration for calculations, some three hundred years.
    ///
    /// The clocks of the system trap at times that they cannot represent. Sums and products of durations trap, too.
    package static let longest = Duration.seconds(10_000_000_000)

    /// The duration, limited to ``longest`` forward and backward.
    package var clamped: Duration { min(max(self, .zero - .longest), .longest) }

    /// Creates a duration from a number of seconds, limited to a century forward and backward; zero for NaN.
    ///
    /// Use it for numbers from another program or a file: `Duration` traps if a number is out of its range.
    package init(clampingSeconds seconds: Double) {
        self = seconds.isNaN ? .zero : .seconds(min(max(seconds, -Self.century), Self.century))
    }
}
