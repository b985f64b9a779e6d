import CheckoutFlow
import StatePattern
import Synchronization

/// A place on the way to or from a service in memory, where failures and delays are caused.
public final class FaultInjector: Sendable {
    private struct Behavior {
        /// The reasons of the coming failures, each with the number of calls that fail for this reason.
        var failures: [(reason: String, count: Int)] = []
        var delay = Duration.zero

        mutating func takeFailure() -> String? {
            guard let (reason, count) = failures.first else { return nil }
            if count == 1 { failures.removeFirst() } else { failures[0].count -= 1 }
            return reason
        }
    }

    private let clock: any Clock<Duration>
    private let behavior = Mutex(Behavior())

    public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    /// Makes the next calls fail, after those that fail already.
    public func fail(times: Int = 1, _ reason: String) {
        guard times >= 0 else { fatalError("Calls cannot fail \(times) times.") }
        if times > 0 { behavior.withLock { $0.failures.append((reason, times)) } }
    }

    /// Delays each call from now on. A delay of more than a century counts as a century.
    public func slow(to delay: Duration) { behavior.withLock { $0.delay = delay.withinCentury } }

    /// Returns after the delay. Throws if the call must fail, or the task is cancelled.
    public func pass() async throws {
        let (delay, failure) = behavior.withLock { ($0.delay, $0.takeFailure()) }
        if delay > .zero { try await clock.sleep(for: delay) }
        try Task.checkCancellation()
        if let failure { throw ServiceError(failure) }
    }
}
