import StatePattern

/// The module that retries a payment until the flow knows whether its purchase is charged.
package final class RetryModule {
    /// The first wait and the longest one, at most a century each.
    private let delays: ClosedRange<Duration>
    private let clock: any Clock<Duration>
    private let report: @Sendable (Checkout.Report) -> Void
    private var delay: Duration
    private var timer: Task<Void, Never>?

    /// - Precondition: The delays are greater than zero.
    package init(
        of flow: Checkout.Flow, after delays: ClosedRange<Duration>, clock: any Clock<Duration>,
        report: @escaping @Sendable (Checkout.Report) -> Void
    ) {
        guard delays.lowerBound > .zero else { fatalError("A service must be left alone for some time.") }
        self.delays = delays.lowerBound.withinCentury...delays.upperBound.withinCentury
        self.clock = clock
        self.report = report
        delay = self.delays.lowerBound
        flow.observe(for: self) { module, flow, _ in module.follow(flow) }
        // A resumed flow may already be in an unclear phase.
        follow(flow)
    }

    deinit { cancel() }

    private func follow(_ flow: Checkout.Flow) {
        cancel()
        if flow.phase.isUnclear {
            timer = Task { [report, clock, delay, number = flow.tryNumber] in
                guard (try? await clock.sleep(for: delay)) != nil, !Task.isCancelled else { return }
                report(.retry(after: number))
            }
            delay = min(delay * 2, delays.upperBound)
        } else if ![.paying, .voiding].contains(flow.phase) {
            delay = delays.lowerBound
        }
    }

    package func cancel() { timer?.cancel() }
}
