import StatePattern

/// A stepper with the presentation that decides whether its steps pass; it exists as long as they may.
final class Contribution<Step> {
    let stepper: any FlowStepper<Step>
    private let presentation: Presentation
    private let allowance: Presentation.Allowance

    init(_ stepper: any FlowStepper<Step>, of presentation: Presentation, _ allowance: Presentation.Allowance) {
        self.stepper = stepper
        self.presentation = presentation
        self.allowance = allowance
    }

    /// Calls `body` when the presentable is dismissed, unless its steps are allowed even then.
    func whenDismissed(_ body: @escaping () -> Void) {
        guard !allowance.whenDismissed else { return }
        if presentation.isDismissed { return body() }
        presentation.observe(for: self) { _, transition in
            if transition.target is Presentation.Dismissed { body() }
        }
    }

    /// Begins to listen to the stepper.
    func open(_ receive: @escaping (Step) -> Void) {
        stepper.steps.receive(for: self) { contribution, step in contribution.pass(step, to: receive) }
        stepper.readyToEmitSteps()
    }

    /// Hands a step on when the presentation lets it pass.
    ///
    /// One that passes at once is handed on when the presentation is at rest again, so that whatever follows from the
    /// step may dismiss the presentable.
    private func pass(_ step: Step, to receive: @escaping (Step) -> Void) {
        var isUnderWay = true
        let outcome = presentation.emit(allowance) {
            if !isUnderWay { receive(step) }
        }
        isUnderWay = false
        if outcome == .handled { receive(step) }
    }
}
