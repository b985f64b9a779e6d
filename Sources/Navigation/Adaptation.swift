/// What is to become of a step that has reached its flow.
public enum Adaptation<Step> {
    /// Carry out this step: the one that came, or another one in its place.
    case carryOut(Step)
    /// Carry nothing out.
    case drop
    /// Wait for an answer; the steps behind this one wait as well.
    ///
    /// Somebody has to hold the delayed step and answer it: one that nobody holds any more is never answered, and the
    /// flow waits for ever.
    case delay(DelayedStep<Step>)
}

/// A step that waits for something, such as a permission.
///
/// A flow makes it, answers ``Adaptation/delay(_:)``, and later says what becomes of the step. The first answer counts,
/// and any other is ignored. Until there is one, everything else that comes for the flow waits.
///
/// Somebody has to answer it, whatever happens, even if only by ``drop()``: one that nobody holds any more is never
/// answered, and the flow waits until it ends.
public final class DelayedStep<Step> {
    private var adaptation: Adaptation<Step>?
    private var receiver: ((Adaptation<Step>) -> Void)?

    public init() {}

    /// Carries out a step, which need not be the one that came.
    public func carryOut(_ step: Step) { answer(.carryOut(step)) }

    public func drop() { answer(.drop) }

    /// Hands the answer to `receiver`, at once if it has been given.
    func whenAnswered(_ receiver: @escaping (Adaptation<Step>) -> Void) {
        if let adaptation { receiver(adaptation) } else { self.receiver = receiver }
    }

    private func answer(_ answer: Adaptation<Step>) {
        guard adaptation == nil else { return }
        adaptation = answer
        receiver.take()?(answer)
    }
}
