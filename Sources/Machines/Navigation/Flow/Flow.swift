/// A part of an app that decides what follows a step: a screen, another flow, or its own end.
///
/// ```swift
/// import Navigation
///
/// enum ShopStep { case shelf, book(Int) }
///
/// final class Page: Presentable, FlowStepper {
///     let presentation = Presentation()
///     let steps = Steps<ShopStep>()
/// }
///
/// final class ShopFlow: Flow {
///     let lifecycle = FlowLifecycle()
///     let root = Page()
///
///     func navigate(to step: ShopStep) -> FlowContributors<ShopStep> {
///         switch step {
///         case .shelf:
///             print("the shelf")
///             return []
///         case .book(let number):
///             print("book \(number)")
///             return .screen(Page())
///         }
///     }
/// }
///
/// let coordinator = FlowCoordinator<ShopStep>()
/// let shop = ShopFlow()
/// shop.root.presentation.appear()
/// coordinator.coordinate(shop, startingAt: .shelf, stepper: shop.root)  // Prints "the shelf"
/// shop.root.steps.emit(.book(7))  // Prints "book 7"
/// ```
///
/// All flows of a coordinator share one type of step, such as an enum with a case for each step, so no flow casts.
/// Modules with their own step types share a protocol: see <doc:FlowsOfSeveralModules>.
///
/// A flow belongs to the isolation domain of its coordinator. A flow that is isolated to the main actor has an isolated
/// conformance: `final class ShopFlow: @MainActor Flow`.
public protocol Flow<Step>: AnyObject {
    associatedtype Step
    associatedtype Root: Presentable

    /// The flow's own lifecycle: `let lifecycle = FlowLifecycle()`.
    var lifecycle: FlowLifecycle { get }

    /// The presentable at the bottom of the flow. When it is dismissed, the flow ends, or continues by its policy.
    var root: Root { get }

    /// Carries out a step, and returns what follows from it.
    ///
    /// Steps come one at a time. A step that is emitted while this runs is carried out afterwards.
    func navigate(to step: Step) -> FlowContributors<Step>

    /// Decides whether a step is carried out, replaced by another step, delayed or dropped.
    ///
    /// Called once for each step that reaches the flow. By default, the flow carries out the step.
    func adapt(step: Step) -> StepDecision<Step>

    /// Returns true if a step of a deep link is meant for this flow; false by default.
    func accepts(step: Step) -> Bool
}

extension Flow {
    public func adapt(step: Step) -> StepDecision<Step> { .carryOut(step) }
    public func accepts(step: Step) -> Bool { false }
}

/// The decision of a flow about a step that has reached it.
public enum StepDecision<Step> {
    /// Carry out this step, which may be another one than the step that has reached the flow.
    case carryOut(Step)
    /// Carry out this step: the step that has reached the flow, or another step in its place.
    case drop
    /// Wait for an answer. The steps behind this step wait as well.
    ///
    /// Keep the delayed step, and answer it. If you free it without an answer, the flow waits until it ends.
    /// ``later(isolation:_:)`` keeps and answers the step for you.
    case delay(DelayedStep<Step>)

    /// Waits for the decision of an asynchronous operation, which runs in the isolation domain of the flow.
    ///
    /// In a flow that is isolated to an actor, such as the main actor: `.later { await camera.isAllowed() ?
    /// .carryOut(step) : .drop }`. The operation keeps its captures until it returns. If the flow ends before that, the
    /// decision is ignored.
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

/// A step that waits for an answer, such as the answer of a person who is asked for a permission.
///
/// A flow makes it, returns ``StepDecision/delay(_:)``, and answers it later. Only the first answer counts. Until the
/// answer, every other step of the flow waits.
///
/// Answer it in any case, even if only by ``StepDecision/drop``. If it is freed without an answer, the flow waits until
/// it ends.
public final class DelayedStep<Step> {
    private var adaptation: StepDecision<Step>?
    private var receiver: ((StepDecision<Step>) -> Void)?

    public init() {}

    /// Passes the answer to `receiver`, at once if the answer exists already.
    func whenAnswered(_ receiver: @escaping (StepDecision<Step>) -> Void) {
        if let adaptation { receiver(adaptation) } else { self.receiver = receiver }
    }

    /// Answers the step, such as with another step in its place.
    public func answer(_ answer: StepDecision<Step>) {
        guard adaptation == nil else { return }
        // If the answer is another delayed step, that step's answer will also be the answer to this step.
        if case .delay(let other) = answer { return other.whenAnswered { self.answer($0) } }
        adaptation = answer
        receiver.take()?(answer)
    }
}

/// The answer of a flow to a step: screens, other flows, further steps, or the flow's own end, in this order.
///
/// An empty answer, `[]`, means that nothing follows. Several contributors form an array, or come from a sequence:
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

    /// A screen that emits steps itself; see ``screen(_:stepper:allowing:)``.
    public static func screen<Screen: Presentable & FlowStepper<Step>>(
        _ screen: Screen, allowing policy: StepPolicy = []
    ) -> FlowContributors {
        .screen(screen, stepper: screen, allowing: policy)
    }

    /// A presentable. Until it is dismissed, the steps of its stepper go to the current flow.
    ///
    /// A step that is emitted before the presentable is first visible waits until it is. A step that is emitted later,
    /// while the presentable is not visible, is dropped. A ``StepPolicy`` lets such steps pass. The initial steps pass
    /// unless the presentable is dismissed before their turn.
    ///
    /// A flow may contribute the same presentable with the same stepper again, such as when a tab is selected again.
    /// Then the new policy replaces the earlier policy, and the initial steps are not repeated.
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

    /// Another flow, which becomes a child of the current flow. The steps of `stepper` go to the child.
    ///
    /// When the root of the child is dismissed, the child ends, unless the policy allows steps after that. A flow can
    /// be coordinated only once: when you need it again, make another flow.
    public static func flow(
        _ flow: any Flow<Step>, stepper: any FlowStepper<Step>, allowing policy: StepPolicy = []
    ) -> FlowContributors {
        FlowContributors(.flow(flow, stepper, policy))
    }

    /// Another step for the current flow.
    public static func forward(_ step: Step) -> FlowContributors { FlowContributors(.forward(step)) }

    /// A step for the parent of the current flow; dropped if there is no parent.
    public static func forwardToParent(_ step: Step) -> FlowContributors { FlowContributors(.forwardToParent(step)) }

    /// The end of the current flow.
    public static var end: FlowContributors { FlowContributors(.end(nil)) }

    /// The end of the current flow, with a step for its parent.
    ///
    /// Without a parent, the completion of ``FlowCoordinator/coordinate(_:stepper:allowing:completion:)`` gets the step.
    public static func end(forwardingToParent step: Step) -> FlowContributors { FlowContributors(.end(step)) }
}
