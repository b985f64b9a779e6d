import StatePattern

/// A stepper and the presentation that decides whether its steps pass; it exists as long as they may.
final class StepSource<Step> {
    let stepper: any FlowStepper<Step>
    private let presentation: Presentation
    private let policy: StepPolicy

    init(_ stepper: any FlowStepper<Step>, of presentation: Presentation, _ policy: StepPolicy) {
        self.stepper = stepper
        self.presentation = presentation
        self.policy = policy
    }

    /// Calls `body` when the presentable is dismissed, unless the policy allows its steps even then.
    func whenDismissed(_ body: @escaping () -> Void) {
        guard !policy.contains(.whenDismissed) else { return }
        if presentation.isDismissed { return body() }
        presentation.observe(for: self) { _, _, transition in
            if transition.target is Presentation.Dismissed { body() }
        }
    }

    /// Begins to listen to the stepper.
    func open(_ receive: @escaping (Step) -> Void) {
        stepper.steps.receive(for: self) { source, step in source.pass(step, to: receive) }
        stepper.readyToEmitSteps()
    }

    /// Passes a step on when the presentation lets it pass.
    ///
    /// A step that passes at once is passed on when the presentation is at rest again, because what follows from the step
    /// may dismiss the presentable.
    private func pass(_ step: Step, to receive: @escaping (Step) -> Void) {
        var isUnderWay = true
        let outcome = presentation.emit(policy) {
            if !isUnderWay { receive(step) }
        }
        isUnderWay = false
        if outcome == .handled { receive(step) }
    }
}
