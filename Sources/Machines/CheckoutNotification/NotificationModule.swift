import CheckoutFlow

extension JobModule {
    /// Makes the module that notifies a member. It knows its service and the flow, but no other module.
    package static func notification(
        of flow: Checkout.Flow, service: any PushService, within limit: TimeLimit = TimeLimit(),
        report: @escaping @Sendable (Checkout.Report) -> Void
    ) -> JobModule {
        JobModule(of: flow, within: limit, report: report) { current in
            guard case .push(let receipt) = current.job else { return nil }
            return {
                try await service.push(receipt)
                return .pushed(receipt)
            }
        }
    }
}
