import CheckoutFlow
import StatePattern

/// The module that notifies members when a flow asks for it. It knows its service and the flow, and no other module.
public final class NotificationModule: CheckoutModule {
    private let call: ServiceCall

    /// Makes a module of `flow`, which works as long as it is kept.
    ///
    /// - Parameters:
    ///   - flow: The flow.
    ///   - service: The service that the module calls.
    ///   - limit: The time that the service may take.
    ///   - report: Called with each result, in any isolation domain: pass it to `Flow.receive(_:)`.
    public init(
        of flow: Checkout.Flow, service: any PushService, within limit: TimeLimit = TimeLimit(),
        report: @escaping @Sendable (Checkout.Report) -> Void
    ) {
        call = ServiceCall(within: limit, report: report)
        flow.observeProgress(for: self) { module, progress in
            guard let current = progress.currentTry, case .push(let receipt) = current.job else {
                return module.call.cancel()
            }
            module.call.begin(current) {
                try await service.push(receipt)
                return .pushed(try: current.number)
            }
        }
    }

    public func cancel() { call.cancel() }
}
