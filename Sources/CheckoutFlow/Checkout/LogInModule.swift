/// The module that logs in when a flow asks for it. It knows its service and the flow, and no other module.
public final class LogInModule {
    let task: SingleTask

    /// Makes a module of `flow`, which works as long as it is kept.
    ///
    /// - Parameters:
    ///   - flow: The flow.
    ///   - service: The service that the module calls.
    ///   - report: Called with each result, in any isolation domain: pass it to ``Checkout/Flow/receive(_:)``.
    public init(
        of flow: Checkout.Flow, service: any MemberService, report: @escaping @Sendable (Checkout.Report) -> Void
    ) {
        task = SingleTask(report: report)
        flow.observeProgress(for: self) { module, progress in
            guard let current = progress.currentTry, case .logIn(let credentials) = current.job else {
                return module.task.cancel()
            }
            module.task.begin {
                try await service.logIn(credentials)
                return .loggedIn(try: current.number)
            } orReport: {
                .logInFailed(reason: $0, try: current.number)
            }
        }
    }
}
