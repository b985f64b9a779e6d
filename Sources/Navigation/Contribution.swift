import StatePattern

/// A stepper with the presentation that decides whether its steps pass; it exists as long as they may.
final class Contribution<Step> {
    let stepper: any Stepper<Step>
    private let presentation: Presentation
    private let allowance: Presentation.Allowance
    private var isClosed = false
    private var dismissal: ObservationToken?
    private var emission: Subscription?

    init(_ stepper: any Stepper<Step>, of presentation: Presentation, _ allowance: Presentation.Allowance) {
        self.stepper = stepper
        self.presentation = presentation
        self.allowance = allowance
    }

    /// Closes this and calls `body` when the presentable is dismissed, unless its steps are allowed even then.
    func whenDismissed(_ body: @escaping () -> Void) {
        guard !allowance.whenDismissed else { return }
        guard !presentation.isDismissed else {
            close()
            return body()
        }
        dismissal = presentation.observe(for: self) { contribution, transition in
            guard transition.target is Presentation.Dismissed else { return }
            contribution.close()
            body()
        }
    }

    /// Begins to listen to the stepper.
    func open(_ receive: @escaping (Step) -> Void) {
        guard !isClosed else { return }
        emission = stepper.steps.receive(for: self) { contribution, step in contribution.pass(step, to: receive) }
        stepper.readyToEmitSteps()
    }

    func close() {
        isClosed = true
        dismissal?.cancel()
        emission?.cancel()
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
