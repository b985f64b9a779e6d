import StatePattern

/// A source of steps: a screen, a model, or any other object that knows when the app should go elsewhere.
///
/// A stepper emits steps itself, or follows other sources. ``Steps/emit(contentsOf:)`` emits the steps of an
/// `AsyncSequence`, and ``Steps/emit(following:_:)`` emits steps that follow from a machine's transitions.
public protocol FlowStepper<Step>: AnyObject {
    associatedtype Step

    /// The outlet of the stepper's steps: `let steps = Steps<AppStep>()`.
    var steps: Steps<Step> { get }

    /// The step to begin with; `nil`, the default, for none.
    var initialStep: Step? { get }

    /// Called when a flow begins to listen to the steps, unless another flow listens already; does nothing by default.
    ///
    /// It is called again if the stepper is contributed again after its presentable is gone. So begin to follow a
    /// machine in the initializer, not here.
    func readyToEmitSteps()
}

extension FlowStepper {
    public var initialStep: Step? { nil }
    public func readyToEmitSteps() {}

    /// The steps to begin with, in order. For a composite, these are the initial steps of all its steppers.
    var initialSteps: [Step] {
        guard let composite = self as? CompositeStepper<Step> else { return initialStep.map { [$0] } ?? [] }
        return composite.steppers.flatMap { $0.initialSteps }
    }

    /// Returns true if another stepper is this stepper, or is part of this composite.
    func includes(_ other: any FlowStepper<Step>) -> Bool {
        self === other || (self as? CompositeStepper)?.steppers.contains { $0.includes(other) } ?? false
    }
}

/// A stepper that has an initial step and emits no other step.
package final class OneStepper<Step>: FlowStepper {
    package let steps = Steps<Step>()
    package let initialStep: Step?

    package init(_ step: Step) { initialStep = step }
}

/// A stepper that emits the steps of several other steppers.
///
/// The initial steps of all steppers come first, in order, including the steppers of nested composites.
public final class CompositeStepper<Step>: FlowStepper {
    public let steps = Steps<Step>()
    fileprivate let steppers: [any FlowStepper<Step>]
    private var observations: [ObservationToken] = []

    public init(_ steppers: [any FlowStepper<Step>]) { self.steppers = steppers }

    /// Makes a stepper that begins with `step`, before all steps of `stepper`.
    convenience init(startingAt step: Step, _ stepper: (any FlowStepper<Step>)?) {
        self.init([OneStepper(step)] + (stepper.map { [$0] } ?? []))
    }

    public func readyToEmitSteps() {
        for observation in observations { observation.cancel() }
        var unheard: [any FlowStepper<Step>] = []
        observations = steppers.map { stepper in
            if !stepper.steps.isReceived { unheard.append(stepper) }
            return stepper.steps.receive(for: self) { composite, emission in composite.steps.pass(on: emission) }
        }
        for stepper in unheard { stepper.readyToEmitSteps() }
    }
}
