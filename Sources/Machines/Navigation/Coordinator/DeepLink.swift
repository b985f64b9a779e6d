/// The steps of a deep link, each of which waits for a flow that accepts it.
final class DeepLink<Step> {
    private(set) var steps: ArraySlice<Step>
    /// The flow that has got the first of the steps and has not carried it out yet.
    private weak var receiver: FlowNode<Step>?
    /// Set by the coordinator when another link takes the place of this one, whose steps are dropped from then on.
    var isReplaced = false

    init(_ steps: [Step]) { self.steps = steps[...] }

    /// True while a flow has the first step; when that flow ends before it has carried the step out, the link looks for
    /// another one.
    var isUnderWay: Bool { receiver.map { !$0.flow.lifecycle.hasEnded } ?? false }

    func send(to flow: FlowNode<Step>) {
        guard let step = steps.first else { return }
        receiver = flow
        flow.send(step, of: self)
    }

    /// Goes on to the next step, because the first one has been carried out or dropped.
    func advance() {
        steps = steps.dropFirst()
        receiver = nil
    }
}
