import CheckoutFlow
import StatePattern

/// The module that takes payments when a flow asks for them. It knows its service and the flow, and no other module.
public final class PaymentModule: CheckoutModule {
    private let call: ServiceCall

    /// Makes a module of `flow`, which works as long as it is kept.
    ///
    /// - Parameters:
    ///   - flow: The flow.
    ///   - service: The service that the module calls.
    ///   - limit: The time that the service may take.
    ///   - report: Called with each result, in any isolation domain: pass it to `Flow.receive(_:)`.
    public init(
        of flow: Checkout.Flow, service: any PaymentService, within limit: TimeLimit = TimeLimit(),
        report: @escaping @Sendable (Checkout.Report) -> Void
    ) {
        call = ServiceCall(within: limit, report: report)
        flow.observeProgress(for: self) { module, progress in
            guard let current = progress.currentTry, case .payment(let purchase) = current.job else {
                return module.call.cancel()
            }
            module.call.begin(current) {
                let receipt = try await service.charge(purchase)
                guard receipt.purchase == purchase else {
                    throw ServiceError("the payment service sent the receipt of another purchase")
                }
                return .paid(receipt, try: current.number)
            }
        }
    }

    public func cancel() { call.cancel() }
}
