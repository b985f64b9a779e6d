/// The call of a module's service: one at most, which is cancelled when another one begins, and with its module.
///
/// A call that takes longer than the time limit has failed, whether its service ends it or not. The report of the failure and a
/// result that comes late anyway have the same number, so that the flow drops the second one.
///
/// The tasks hold nothing of the module, and the reports are `Sendable`, so they may run anywhere.
package final class ServiceCall {
    private let report: @Sendable (Checkout.Report) -> Void
    private let limit: TimeLimit
    private var tasks: [Task<Void, Never>] = []

    /// Makes a call that has not begun.
    ///
    /// - Parameters:
    ///   - limit: The time that the service may take.
    ///   - report: Called with each result, in any isolation domain.
    package init(within limit: TimeLimit, report: @escaping @Sendable (Checkout.Report) -> Void) {
        self.limit = limit
        self.report = report
    }

    deinit { cancel() }

    /// Begins an operation, and reports its result unless it has been cancelled by then.
    ///
    /// - Parameters:
    ///   - current: The try that the operation is, which has failed if the operation throws.
    ///   - operation: Returns the report of its success.
    package func begin(
        _ current: Checkout.Flow.Try, _ operation: @escaping @Sendable () async throws -> Checkout.Report
    ) {
        cancel()
        let call = Task { [report] in
            // A service that does not look whether it was cancelled would still charge a card.
            guard !Task.isCancelled else { return }
            let result: Checkout.Report
            do { result = try await operation() } catch { result = .failure(of: current, reason: "\(error)") }
            guard !Task.isCancelled else { return }
            report(result)
        }
        let timer = Task { [report, limit] in
            guard (try? await limit.clock.sleep(for: limit.duration)) != nil, !Task.isCancelled else { return }
            call.cancel()
            report(.failure(of: current, reason: "no answer within \(limit.duration)"))
        }
        tasks = [call, timer]
    }

    /// Cancels the operation; its result is not reported.
    package func cancel() {
        for task in tasks { task.cancel() }
        tasks = []
    }
}

extension Duration {
    /// This duration, or a century: clocks trap at times that they cannot represent.
    var withinCentury: Duration { min(self, .seconds(3_155_760_000)) }
}

/// The time that a service may take for a call.
public struct TimeLimit: Sendable {
    /// The time; one of more than a century is a century.
    public let duration: Duration
    public let clock: any Clock<Duration>

    /// Makes a limit; by default 30 seconds.
    ///
    /// - Precondition: The duration is greater than zero.
    public init(_ duration: Duration = .seconds(30), clock: any Clock<Duration> = ContinuousClock()) {
        guard duration > .zero else { fatalError("A service must be allowed some time.") }
        self.duration = duration.withinCentury
        self.clock = clock
    }
}
