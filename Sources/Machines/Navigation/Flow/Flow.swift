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
/// All flows of a coordinator share one type of step, such as an enum with a case for each; so no flow has to cast.
///
/// A flow belongs to the isolation domain of its coordinator. One that is isolated to the main actor says so where it
/// conforms: `final class ShopFlow: @MainActor Flow`.
public protocol Flow<Step>: AnyObject {
    associatedtype Step
    associatedtype Root: Presentable

    /// The flow's own lifecycle: `let lifecycle = FlowLifecycle()`.
    var lifecycle: FlowLifecycle { get }

    /// The presentable at the bottom of the flow. When it is dismissed the flow ends, unless its policy allows more steps.
    var root: Root { get }

    /// Carries out a step, and returns what follows from it.
    ///
    /// Steps come one at a time: a step that is emitted while this runs is carried out afterwards.
    func navigate(to step: Step) -> FlowContributors<Step>

    /// Decides whether a step is carried out, another one in its place, later, or not at all.
    ///
    /// It is called once for each step that reaches the flow. By default, the step is carried out.
    func adapt(step: Step) -> StepDecision<Step>

    /// Returns true if a step of a deep link is meant for this flow; by default, none is.
    func accepts(step: Step) -> Bool
}

extension Flow {
    public func adapt(step: Step) -> StepDecision<Step> { .carryOut(step) }
    public func accepts(step: Step) -> Bool { false }
}
