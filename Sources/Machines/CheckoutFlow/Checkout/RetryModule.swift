import StatePattern

/// The waits before a checkout retries an unclear payment. Each is twice as long as the one before, up to a maximum.
public struct RetryDelays: Sendable {
    /// The first wait.
    package let initial: Duration
    /// The longest wait.
    package let maximum: Duration
    let clock: any Clock<Duration>

    /// Makes delays, by default from one second to one minute.
    ///
    /// If `maximum` is less than `initial`, it counts as `initial`. Times of more than a century count as a century.
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

/// The module that retries a payment until the flow knows whether its purchase is charged.
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
        // A resumed flow may already be in an unclear phase.
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
