import CheckoutFlow

extension JobModule {
    /// The module that takes the payment when a flow asks for it. It knows its service and the flow, and no other module.
    package static func payment(
        of flow: Checkout.Flow, service: any PaymentService, within limit: TimeLimit = TimeLimit(),
        report: @escaping @Sendable (Checkout.Report) -> Void
    ) -> JobModule {
        JobModule(of: flow, within: limit, report: report) { current in
            guard case .payment(let purchase) = current.job else { return nil }
            return {
                let receipt = try await service.charge(purchase)
                guard receipt.purchase == purchase else {
                    throw ServiceError("the payment service sent the receipt of another purchase")
                }
                return .paid(receipt, try: current.number)
            }
        }
    }
}
