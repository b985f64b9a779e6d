import CheckoutFlow

extension JobModule {
    /// Makes the module that logs in when the flow asks for it. It knows its service and the flow, but no other module.
    package static func logIn(
        of flow: Checkout.Flow, service: any MemberService, within limit: TimeLimit = TimeLimit(),
        report: @escaping @Sendable (Checkout.Report) -> Void
    ) -> JobModule {
        JobModule(of: flow, within: limit, report: report) { current in
            guard case .logIn(let credentials) = current.job else { return nil }
            return {
                try await service.logIn(credentials)
                return .loggedIn(try: current.number)
            }
        }
    }
}
