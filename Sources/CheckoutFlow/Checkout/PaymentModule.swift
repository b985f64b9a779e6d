/// The module that takes payments when a flow asks for them. It knows its service and the flow, and no other module.
public final class PaymentModule {
    let task: SingleTask

    /// Makes a module of `flow`, which works as long as it is kept.
    ///
    /// - Parameters:
    ///   - flow: The flow.
    ///   - service: The service that the module calls.
    ///   - report: Called with each result, in any isolation domain: pass it to ``Checkout/Flow/receive(_:)``.
    public init(
        of flow: Checkout.Flow, service: any PaymentService, report: @escaping @Sendable (Checkout.Report) -> Void
    ) {
        task = SingleTask(report: report)
        flow.observeProgress(for: self) { module, progress in
            guard let current = progress.currentTry, case .payment(let purchase) = current.job else {
                return module.task.cancel()
            }
            module.task.begin {
                .paid(try await service.charge(purchase), try: current.number)
            } orReport: {
                .paymentFailed(reason: $0, try: current.number)
            }
        }
    }
}
