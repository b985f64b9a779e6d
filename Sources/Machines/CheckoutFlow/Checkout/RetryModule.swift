import StatePattern

/// The waits before a checkout retries an unclear payment: each is twice as long as the last, up to a maximum.
public struct RetryDelays: Sendable {
    /// The first wait.
    package let initial: Duration
    /// The longest wait.
    package let maximum: Duration
    let clock: any Clock<Duration>

    /// Makes delays; by default from a second to a minute.
    ///
    /// A `maximum` below `initial` counts as `initial`, and a time of more than a century as a century.
    ///
    /// - Precondition: `initial` is greater than zero.
    public init(
        initial: Duration = .seconds(1), maximum: Duration = .seconds(60),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        guard initial > .zero else { fatalError("A service must be left alone for some time.") }
        self.initial = initial.withinCentury
        self.maximum = max(self.initial, maximum.withinCentury)
        self.clock = clock
    }
}

/// The module that tries again until the flow knows whether its purchase is charged.
package final class RetryModule {
    private let delays: RetryDelays
    private let report: @Sendable (Checkout.Report) -> Void
    private var delay: Duration
    private var timer: Task<Void, Never>?

    package init(
        of flow: Checkout.Flow, _ delays: RetryDelays, report: @escaping @Sendable (Checkout.Report) -> Void
    ) {
        self.delays = delays
        self.report = report
        delay = delays.initial
        flow.observe(for: self) { module, flow, _ in module.follow(flow) }
        // A resumed flow may already be unclear.
        follow(flow)
    }

    deinit { cancel() }

    private func follow(_ flow: Checkout.Flow) {
        cancel()
        if flow.phase.isUnclear {
            timer = Task { [report, clock = delays.clock, delay, number = flow.tryNumber] in
                guard (try? await clock.sleep(for: delay)) != nil, !Task.isCancelled else { return }
                report(.retry(after: number))
            }
            delay = min(delay * 2, delays.maximum)
        } else if ![.paying, .voiding].contains(flow.phase) {
            delay = delays.initial
        }
    }

    package func cancel() { timer?.cancel() }
}
