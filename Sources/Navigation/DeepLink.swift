/// Steps that are carried out one after the other, as flows turn up that accept them.
final class DeepLink<Step> {
    private(set) var steps: ArraySlice<Step>
    /// The flow that has got the first of the steps and has not carried it out yet.
    private weak var receiver: ActiveFlow<Step>?

    init(_ steps: [Step]) { self.steps = steps[...] }

    /// A flow that has ended before it could carry out the step does not do so any more: the link looks for another.
    var isUnderWay: Bool { receiver.map { !$0.flow.lifecycle.hasEnded } ?? false }

    /// Whether another link has taken its place, so that none of its steps is carried out any more.
    var isReplaced = false

    func send(to flow: ActiveFlow<Step>) {
        guard let step = steps.first else { return }
        receiver = flow
        flow.send(step, of: self)
    }

    /// Goes on to the next step, as the first one is done with.
    func advance() {
        steps = steps.dropFirst()
        receiver = nil
    }
}
