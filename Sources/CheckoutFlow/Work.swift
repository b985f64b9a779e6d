/// What a module has under way: one thing at most, which is cancelled when another one begins, and with its module.
///
/// What is under way holds nothing of the module, and its report goes into a stream, so it may run anywhere.
final class Work {
    private let reports: AsyncStream<Checkout.Report>.Continuation
    private var task: Task<Void, Never>?

    init(reports: AsyncStream<Checkout.Report>.Continuation) { self.reports = reports }

    deinit { cancel() }

    /// Begins something, and reports what came of it unless it has been cancelled by then.
    ///
    /// - Parameters:
    ///   - operation: What is to be done; answers the report of its success.
    ///   - failure: Answers the report of a failure, from the words of the error.
    func begin(
        _ operation: @escaping @Sendable () async throws -> Checkout.Report,
        orReport failure: @escaping @Sendable (_ reason: String) -> Checkout.Report
    ) {
        cancel()
        task = Task { [reports] in
            let report: Checkout.Report
            do { report = try await operation() } catch { report = failure("\(error)") }
            guard !Task.isCancelled else { return }
            reports.yield(report)
        }
    }

    func cancel() { task.take()?.cancel() }
}
