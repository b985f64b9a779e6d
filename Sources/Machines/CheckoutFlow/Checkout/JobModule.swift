import StatePattern

/// A module of a checkout. When the flow has a job for it, it calls its service, and reports the result.
///
/// There is at most one call at a time. It is cancelled when the job is over or the module is freed. A call that
/// exceeds the time limit has failed, even if its service does not stop.
///
/// The tasks do not retain the module, and reports are `Sendable`, so the tasks may run anywhere.
package final class JobModule {
    private let report: @Sendable (Checkout.Report) -> Void
    private let limit: TimeLimit
    private var tasks: [Task<Void, Never>] = []

    /// Makes a module of `flow`. The module works until it is freed.
    ///
    /// - Parameters:
    ///   - flow: The flow.
    ///   - limit: The time that the service may take.
    ///   - report: Called with each result, in any isolation domain: pass it to ``Checkout/Flow/receive(_:)``.
    ///   - operation: Returns the call of the service for a try; `nil` if the job belongs to another module.
    package init(
        of flow: Checkout.Flow, within limit: TimeLimit, report: @escaping @Sendable (Checkout.Report) -> Void,
        operation: @escaping (Checkout.Flow.Try) -> (@Sendable () async throws -> Checkout.Report)?
    ) {
        self.limit = limit
        self.report = report
        flow.observe(for: self) { module, flow, _ in module.follow(flow, operation) }
        // A resumed flow may already have a job for this module.
        follow(flow, operation)
    }

    deinit { cancel() }

    private func follow(
        _ flow: Checkout.Flow, _ operation: (Checkout.Flow.Try) -> (@Sendable () async throws -> Checkout.Report)?
    ) {
        cancel()
        guard let current = flow.currentTry, let operation = operation(current) else { return }
        if let error = flow.saveFailure {
            return report(.declined(reason: "it could not be saved: \(error)", try: current.number))
        }
        begin(current, operation)
    }

    private func begin(
        _ current: Checkout.Flow.Try, _ operation: @escaping @Sendable () async throws -> Checkout.Report
    ) {
        let call = Task { [report] in
            // A service that does not check for cancellation would still charge a card.
            guard !Task.isCancelled else { return }
            let result: Checkout.Report
            do { result = try await operation() } catch let error as ServiceError {
                result = .declined(reason: error.description, try: current.number)
            } catch {
                result = .failed(reason: "\(error)", try: current.number)
            }
            guard !Task.isCancelled else { return }
            report(result)
        }
        let timer = Task { [report, limit] in
            guard (try? await limit.clock.sleep(for: limit.duration)) != nil, !Task.isCancelled else { return }
            call.cancel()
            report(.failed(reason: "no answer within \(limit.duration)", try: current.number))
        }
        tasks = [call, timer]
    }

    /// Cancels the call of the service; its result is not reported.
    package func cancel() {
        for task in tasks { task.cancel() }
        tasks = []
    }
}
