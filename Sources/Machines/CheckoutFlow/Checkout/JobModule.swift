import StatePattern

/// A module that calls its service when a flow has a job for it, and reports the result.
package final class JobModule: CheckoutModule {
    private let call: ServiceCall

    /// Makes a module of `flow`, which works as long as it is kept.
    ///
    /// - Parameters:
    ///   - flow: The flow.
    ///   - limit: The time that the service may take.
    ///   - report: Called with each result, in any isolation domain: pass it to ``Checkout/Flow/receive(_:)``.
    ///   - operation: Returns the call of the service for a try; `nil` if its job is that of another module.
    package init(
        of flow: Checkout.Flow, within limit: TimeLimit, report: @escaping @Sendable (Checkout.Report) -> Void,
        operation: @escaping (Checkout.Flow.Try) -> (@Sendable () async throws -> Checkout.Report)?
    ) {
        call = ServiceCall(within: limit, report: report)
        flow.observeProgress(for: self) { module, progress in
            guard let current = progress.currentTry, let operation = operation(current) else {
                return module.call.cancel()
            }
            module.call.begin(current, operation)
        }
    }

    package func cancel() { call.cancel() }
}
