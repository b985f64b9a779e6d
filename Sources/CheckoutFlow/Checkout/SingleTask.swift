/// The task of a module: one at most, which is cancelled when another one begins, and with its module.
///
/// The task holds nothing of the module, and its report is `Sendable`, so it may run anywhere.
final class SingleTask {
    private let report: @Sendable (Checkout.Report) -> Void
    private var task: Task<Void, Never>?

    init(report: @escaping @Sendable (Checkout.Report) -> Void) { self.report = report }

    deinit { cancel() }

    /// Begins an operation, and reports its result unless it has been cancelled by then.
    ///
    /// - Parameters:
    ///   - operation: Returns the report of its success.
    ///   - failure: Returns the report of a failure, from the description of the error.
    func begin(
        _ operation: @escaping @Sendable () async throws -> Checkout.Report,
        orReport failure: @escaping @Sendable (_ reason: String) -> Checkout.Report
    ) {
        cancel()
        task = Task { [report] in
            let result: Checkout.Report
            do { result = try await operation() } catch { result = failure("\(error)") }
            guard !Task.isCancelled else { return }
            report(result)
        }
    }

    func cancel() { task.take()?.cancel() }
}
