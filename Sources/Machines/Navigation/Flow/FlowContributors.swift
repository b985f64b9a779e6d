/// The answer of a flow to a step: screens, other flows, further steps, or its own end, in this order.
///
/// Nothing follows from an empty answer, `[]`. Several contributors form an array, as do those of a list:
/// `FlowContributors(shelves.map { .flow($0, startingAt: .shelf) })`.
public struct FlowContributors<Step>: ExpressibleByArrayLiteral {
    enum Contributor {
        case screen(any Presentable, any FlowStepper<Step>, StepPolicy)
        case flow(any Flow<Step>, any FlowStepper<Step>, StepPolicy)
        case forward(Step)
        case forwardToParent(Step)
        case end(Step?)
    }

    let contributors: [Contributor]

    private init(_ contributor: Contributor) { contributors = [contributor] }

    public init(arrayLiteral elements: FlowContributors...) { self.init(elements) }

    /// Joins the contributors of several answers.
    public init(_ answers: some Sequence<FlowContributors>) { contributors = answers.flatMap(\.contributors) }

    /// A screen that emits its own steps; see ``screen(_:stepper:allowing:)``.
    public static func screen<Screen: Presentable & FlowStepper<Step>>(
        _ screen: Screen, allowing policy: StepPolicy = []
    ) -> FlowContributors {
        .screen(screen, stepper: screen, allowing: policy)
    }

    /// Something that is presented; the steps of its stepper go to the current flow, until it is dismissed.
    ///
    /// A step that is emitted before the presentable is visible for the first time waits until it is. Once it has been
    /// visible, a step that is emitted while it is not is dropped. A ``StepPolicy`` allows both. The initial steps pass
    /// unless the presentable is dismissed before it is their turn.
    public static func screen(
        _ presentable: any Presentable, stepper: any FlowStepper<Step>, allowing policy: StepPolicy = []
    ) -> FlowContributors {
        FlowContributors(.screen(presentable, stepper, policy))
    }

    /// Another flow and its initial step; further steps come from `stepper`. See ``flow(_:stepper:allowing:)``.
    public static func flow(
        _ flow: any Flow<Step>, startingAt step: Step, stepper: (any FlowStepper<Step>)? = nil,
        allowing policy: StepPolicy = []
    ) -> FlowContributors {
        .flow(flow, stepper: CompositeStepper(startingAt: step, stepper), allowing: policy)
    }

    /// Another flow, which becomes a child of the current one; the steps of its stepper go to that flow.
    ///
    /// The root of the flow is treated as a presentable. When it is dismissed the flow ends, unless its policy allows
    /// steps even then. A flow can be coordinated once: when it is needed again, make another one.
    public static func flow(
        _ flow: any Flow<Step>, stepper: any FlowStepper<Step>, allowing policy: StepPolicy = []
    ) -> FlowContributors {
        FlowContributors(.flow(flow, stepper, policy))
    }

    /// Another step for the flow that answers this.
    public static func forward(_ step: Step) -> FlowContributors { FlowContributors(.forward(step)) }

    /// A step for the parent of the flow; without a parent, it is dropped.
    public static func forwardToParent(_ step: Step) -> FlowContributors { FlowContributors(.forwardToParent(step)) }

    /// The end of the flow.
    public static var end: FlowContributors { FlowContributors(.end(nil)) }

    /// The end of the flow, with a step for its parent.
    ///
    /// Without a parent, the completion of ``FlowCoordinator/coordinate(_:stepper:allowing:completion:)`` gets the step.
    public static func end(forwardingToParent step: Step) -> FlowContributors { FlowContributors(.end(step)) }
}
