import StatePattern

/// Where steps come from: a screen, a model, anything that knows that it is time to go elsewhere.
public protocol FlowStepper<Step>: AnyObject {
    associatedtype Step

    /// The outlet of the stepper's steps: `let steps = Steps<AppStep>()`.
    var steps: Steps<Step> { get }

    /// The step to begin with; by default, there is none.
    var initialStep: Step? { get }

    /// The steps to begin with, in order; by default, the initial step alone.
    var initialSteps: [Step] { get }

    /// Called once its steps are listened to; by default, it does nothing.
    func readyToEmitSteps()
}

extension FlowStepper {
    public var initialStep: Step? { nil }
    public var initialSteps: [Step] { initialStep.map { [$0] } ?? [] }
    public func readyToEmitSteps() {}
}

/// A stepper with one step, which is its initial one.
public final class OneStepper<Step>: FlowStepper {
    public let steps = Steps<Step>()
    public let initialStep: Step?

    public init(withSingleStep step: Step) { initialStep = step }
}

/// Several steppers in the place of one.
///
/// Their initial steps come first, in order, and so do those of composites among them.
public final class CompositeStepper<Step>: FlowStepper {
    public let steps = Steps<Step>()
    private let steppers: [any FlowStepper<Step>]
    private var subscriptions: [ObservationToken] = []

    public init(steppers: [any FlowStepper<Step>]) { self.steppers = steppers }

    public var initialStep: Step? { initialSteps.first }
    public var initialSteps: [Step] { steppers.flatMap { $0.initialSteps } }

    public func readyToEmitSteps() {
        for subscription in subscriptions { subscription.cancel() }
        subscriptions = steppers.map { $0.steps.receive(for: self) { composite, step in composite.steps.emit(step) } }
        for stepper in steppers { stepper.readyToEmitSteps() }
    }
}
