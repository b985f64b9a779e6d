import CheckoutFlow

extension JobModule {
    /// Makes the module that charges for a purchase, or voids it, when the flow asks for it.
    ///
    /// The module knows its service and the flow, but no other module.
    package static func payment(
        of flow: Checkout.Flow, service: any PaymentService, within limit: TimeLimit = TimeLimit(),
        report: @escaping @Sendable (Checkout.Report) -> Void
    ) -> JobModule {
        JobModule(of: flow, within: limit, report: report) { current in
            switch current.job {
            case .payment(let purchase):
                return {
                    switch try await service.charge(purchase) {
                    case .paid(let receipt): return .paid(try receipt.verified(for: purchase))
                    case .challenged(let challenge): return .challenged(challenge, try: current.number)
                    case .voided: return .voided(purchase)
                    }
                }
            case .void(let purchase):
                return {
                    let refunded = try await service.void(purchase)
                    return try refunded.map { .refunded(try $0.verified(for: purchase)) } ?? .voided(purchase)
                }
            case .logIn, .push: return nil
            }
        }
    }
}

extension PaymentReceipt {
    fileprivate func verified(for purchase: Purchase) throws -> PaymentReceipt {
        guard self.purchase == purchase else { throw WrongReceipt() }
        return self
    }
}

/// The error for a receipt of another purchase, after which it is unknown what the service has done.
private struct WrongReceipt: Error, CustomStringConvertible {
    var description: String { "the payment service sent the receipt of another purchase" }
}
