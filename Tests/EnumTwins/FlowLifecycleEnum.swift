import StatePattern

/// The lifecycle of a flow as an enum: the same requests and outcomes as `FlowLifecycle`.
///
/// What the core does for a context has to be done by hand here: keeping what is deferred, and queueing what is asked
/// while something else is being handled.
public final class FlowLifecycleEnum {
    public enum State: Hashable, Sendable {
        case created, ready, delayed, ended
    }

    public private(set) var state = State.created
    private var deferred: [() -> Bool] = []
    private var isBusy = false
    private var endsNext = false

    public init() {}

    public func start(_ attempt: @escaping () -> Bool) -> Outcome {
        switch state {
        case .created: handle { attempt() ? .ready : .delayed }
        case .ready, .delayed, .ended: .unhandled
        }
    }

    public func navigate(_ attempt: @escaping () -> Bool) -> Outcome {
        switch state {
        case .created, .delayed:
            deferred.append(attempt)
            return .deferred
        case .ready:
            return handle { attempt() ? nil : .delayed }
        case .ended:
            return .unhandled
        }
    }

    public func resume(_ carryOut: @escaping () -> Void) -> Outcome {
        switch state {
        case .delayed:
            handle {
                carryOut()
                return .ready
            }
        case .created, .ready, .ended: .unhandled
        }
    }

    public func end() -> Outcome {
        if isBusy {
            endsNext = true
            return .queued
        }
        switch state {
        case .created, .ready, .delayed: return handle { .ended }
        case .ended: return .handled
        }
    }

    /// Makes the transition that `body` answers, and then what has been put off until then.
    private func handle(_ body: () -> State?) -> Outcome {
        isBusy = true
        let next = body()
        isBusy = false
        state = next ?? state
        if endsNext {
            endsNext = false
            state = .ended
        }
        if state == .ended { deferred = [] }
        while state == .ready, !deferred.isEmpty { _ = navigate(deferred.removeFirst()) }
        return next == nil ? .handled : .transitioned
    }
}

extension FlowLifecycleEnum.State {
    /// What the class-based machine calls this state.
    public var path: String {
        switch self {
        case .created: "Created"
        case .ready: "Ready"
        case .delayed: "Delayed"
        case .ended: "Ended"
        }
    }
}
