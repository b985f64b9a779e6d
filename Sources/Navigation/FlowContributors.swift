/// What follows from a step.
public enum FlowContributors<Step> {
    /// Nothing.
    case none
    case one(FlowContributor<Step>)
    /// All of these, in order.
    case multiple([FlowContributor<Step>])
    /// The flow is over. Its parent gets the step, if there is one to forward; for a flow without a parent, the
    /// completion does that was handed to ``FlowCoordinator/coordinate(_:with:allowStepWhenDismissed:completion:)``.
    case end(forwardToParent: Step?)
}

/// One thing that follows from a step.
public enum FlowContributor<Step> {
    /// Something that is presented; the steps of its stepper go to the current flow, until it is dismissed.
    ///
    /// A step that is emitted before the presentable is visible for the first time waits until it is. Once it has been
    /// visible, what is emitted while it cannot be seen is dropped. Both can be allowed. The initial steps pass unless
    /// the presentable is dismissed before it is their turn.
    case contribute(
        withNextPresentable: any Presentable, withNextStepper: any FlowStepper<Step>,
        allowStepWhenNotPresented: Bool = false, allowStepWhenDismissed: Bool = false)
    /// Another flow, which becomes a child of the current one; the steps of its stepper go to that flow.
    ///
    /// What holds for a presentable holds for the root of the flow. When it is dismissed the flow ends, unless it may
    /// have steps even then. A flow can be coordinated once: when it is needed again, make another one.
    case coordinate(
        withNextFlow: any Flow<Step>, withNextStepper: any FlowStepper<Step>,
        allowStepWhenNotPresented: Bool = false, allowStepWhenDismissed: Bool = false)
    /// Another step for the flow that answers this.
    case forwardToCurrentFlow(withStep: Step)
    /// A step for the flow that this one is a child of; a flow without a parent forwards it to nobody.
    case forwardToParentFlow(withStep: Step)
}
