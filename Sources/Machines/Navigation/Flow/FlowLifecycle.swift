import StatePattern

/// The lifecycle of one flow, from its creation to its end.
///
/// The coordinator makes the requests; any object may observe the lifecycle.
///
/// | State | Meaning | A step that comes | Left by |
/// |---|---|---|---|
/// | `Created` | the initial step has not been carried out yet | is deferred | `start`, `end` |
/// | `Ready` | steps are carried out | is carried out | a step that is delayed, `end` |
/// | `Delayed` | a step has been delayed by ``Flow/adapt(step:)`` | is deferred | `resume`, `end` |
/// | `Ended` | over for good | is unhandled | – |
///
/// To branch on the state, ask for ``isReady`` or ``hasEnded``.
public final class FlowLifecycle: Context<FlowLifecycle.State> {
    /// A function that carries out a step, or returns false if the step must be delayed.
    package typealias StepHandler = () -> Bool

    let created = Created()
    let ready = Ready()
    let delayed = Delayed()
    let ended = Ended()

    /// True once a coordinator has the flow. It stays true, because a flow is coordinated only once.
    var isCoordinated = false
    /// True once the initial step has been carried out, even when a later step is delayed.
    private(set) var hasBeenReady = false

    public init() { super.init(initial: created) }

    /// True if a step would be carried out at once.
    public var isReady: Bool { state === ready }
    /// True once the flow is over.
    public var hasEnded: Bool { state === ended }

    /// Carries out the initial step. Afterwards the flow is ready, unless the step is delayed.
    @discardableResult package func start(_ handler: @escaping StepHandler) -> Outcome {
        delegate(State.start, handler)
    }

    /// Carries out a step, as soon as the flow is ready for it.
    @discardableResult package func navigate(_ handler: @escaping StepHandler) -> Outcome {
        delegate(State.navigate, handler)
    }

    /// Carries out the step that was delayed.
    @discardableResult package func resume(_ carryOut: @escaping () -> Void) -> Outcome {
        delegate(State.resume, carryOut)
    }

    /// Ends the flow.
    @discardableResult package func end() -> Outcome { delegate(State.end) }
}

extension FlowLifecycle {
    /// The requests of a lifecycle. By default, `end` ends the flow, and all other requests are unhandled.
    ///
    /// The hooks are public because the hooks of the protocol are. Do not call them: the lifecycle would not know.
    public class State: ContextState {
        public func didEnter(_ lifecycle: FlowLifecycle) {}
        public func willExit(_ lifecycle: FlowLifecycle) {}

        func start(_ lifecycle: FlowLifecycle, _ handler: StepHandler) -> Reaction { .unhandled }
        func navigate(_ lifecycle: FlowLifecycle, _ handler: StepHandler) -> Reaction { .unhandled }
        func resume(_ lifecycle: FlowLifecycle, _ carryOut: () -> Void) -> Reaction { .unhandled }
        func end(_ lifecycle: FlowLifecycle) -> Reaction { .transition(to: lifecycle.ended) }
    }

    /// The initial step has not been carried out yet. Every other step waits for it.
    final class Created: State {
        override func start(_ lifecycle: FlowLifecycle, _ handler: StepHandler) -> Reaction {
            .transition(to: handler() ? lifecycle.ready : lifecycle.delayed)
        }

        override func navigate(_ lifecycle: FlowLifecycle, _ handler: StepHandler) -> Reaction { .deferred }
    }

    /// Steps are carried out as they come.
    final class Ready: State {
        override func didEnter(_ lifecycle: FlowLifecycle) { lifecycle.hasBeenReady = true }

        override func navigate(_ lifecycle: FlowLifecycle, _ handler: StepHandler) -> Reaction {
            handler() ? .handled : .transition(to: lifecycle.delayed)
        }
    }

    /// A step has been delayed. The steps behind it wait, so that no step overtakes another.
    final class Delayed: State {
        override func navigate(_ lifecycle: FlowLifecycle, _ handler: StepHandler) -> Reaction { .deferred }

        override func resume(_ lifecycle: FlowLifecycle, _ carryOut: () -> Void) -> Reaction {
            carryOut()
            return .transition(to: lifecycle.ready)
        }
    }

    /// Over: further steps are unhandled.
    final class Ended: State {
        override func end(_ lifecycle: FlowLifecycle) -> Reaction { .handled }
    }
}
