import StatePattern

/// The time that a service may take for a call.
package struct TimeLimit: Sendable {
    /// The time; at most a century.
    package let duration: Duration
    package let clock: any Clock<Duration>

    /// Makes a time limit, by default 30 seconds.
    ///
    /// - Precondition: The duration is greater than zero.
    package init(_ duration: Duration = .seconds(30), clock: any Clock<Duration> = ContinuousClock()) {
        guard duration > .zero else { fatalError("A service must be allowed some time.") }
        self.duration = duration.withinCentury
        self.clock = clock
    }
}
