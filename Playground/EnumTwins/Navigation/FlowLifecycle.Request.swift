import Navigation
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
    ///   - handler: Carries out the step. `resume` ignores its result, and `end` does not call it.
    /// - Returns: The outcome of the request.
    @discardableResult package func perform(
        _ request: Request, _ handler: @escaping StepHandler = { true }
    ) -> Outcome {
        switch request {
        case .start: start(handler)
        case .navigate: navigate(handler)
        case .resume: resume { _ = handler() }
        case .end: end()
        }
    }
}
