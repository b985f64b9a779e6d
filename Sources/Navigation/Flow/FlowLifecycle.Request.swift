import StatePattern

extension FlowLifecycle {
    /// A request of a lifecycle as a value. Its step is passed beside it, because a closure is no value.
    package enum Request: Hashable, CaseIterable, Sendable {
        /// Carries out the initial step.
        case start
        /// Carries out a step when it is its turn.
        case navigate
        /// Carries out the step that was delayed.
        case resume
        /// Ends the flow.
        case end
    }

    /// Makes a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - attempt: The step; a delayed one is carried out by `resume` whatever this returns, and `end` has none.
    /// - Returns: The outcome of the request.
    @discardableResult package func perform(
        _ request: Request, _ attempt: @escaping Attempt = { true }
    ) -> Outcome {
        switch request {
        case .start: start(attempt)
        case .navigate: navigate(attempt)
        case .resume: resume { _ = attempt() }
        case .end: end()
        }
    }
}
