/// The decision of a flow about a step that has reached it.
public enum StepDecision<Step> {
    /// Carry out this step: the one that came, or another one in its place.
    case carryOut(Step)
    /// Drop the step.
    case drop
    /// Wait for an answer; the steps behind this one wait as well.
    ///
    /// Keep the delayed step and answer it: once it has been freed, it can never be answered, and the flow waits for
    /// ever. ``later(isolation:_:)`` does both.
    case delay(DelayedStep<Step>)

    /// Waits for the decision of an asynchronous operation, which runs in the isolation domain of the flow.
    ///
    /// In a flow that is isolated to an actor, such as the main actor:
    /// `.later { await camera.isAllowed() ? .carryOut(step) : .drop }`. The operation keeps its captures until it
    /// returns. If the flow ends before, its decision is ignored.
    public static func later(
        isolation: isolated any Actor = #isolation, _ operation: @escaping () async -> StepDecision
    ) -> StepDecision {
        let delayed = DelayedStep<Step>()
        Task {
            _ = isolation
            delayed.answer(await operation())
        }
        return .delay(delayed)
    }
}

/// A step that waits for an answer, such as that of a person who is asked for a permission.
///
/// A flow makes it, returns ``StepDecision/delay(_:)``, and answers it later. The first answer counts, and any other is
/// ignored. Until then, every other step of the flow waits.
///
/// Answer it in any case, even if only by ``drop()``: a delayed step that was freed without an answer makes the flow wait
/// until it ends.
public final class DelayedStep<Step> {
    private var adaptation: StepDecision<Step>?
    private var receiver: ((StepDecision<Step>) -> Void)?

    public init() {}

    /// Carries out a step, which need not be the one that came.
    public func carryOut(_ step: Step) { answer(.carryOut(step)) }

    /// Drops the step.
    public func drop() { answer(.drop) }

    /// Passes the answer to `receiver`, at once if it has been given.
    func whenAnswered(_ receiver: @escaping (StepDecision<Step>) -> Void) {
        if let adaptation { receiver(adaptation) } else { self.receiver = receiver }
    }

    func answer(_ answer: StepDecision<Step>) {
        guard adaptation == nil else { return }
        // An operation may ask another one: its answer is the answer to this step, too.
        if case .delay(let other) = answer { return other.whenAnswered { self.answer($0) } }
        adaptation = answer
        receiver.take()?(answer)
    }
}
