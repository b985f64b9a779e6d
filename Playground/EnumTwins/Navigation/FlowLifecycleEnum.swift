import Navigation
import StatePattern

/// The lifecycle of a flow as an enum: the same requests and outcomes as `FlowLifecycle`.
///
/// The core's part has to be done by hand here: keeping deferred requests, and queueing a request that is made while
/// another one is handled.
public final class FlowLifecycleEnum {
    public enum State: Hashable, Sendable {
        case created, ready, delayed, ended
    }

    public private(set) var state = State.created
    private var deferred: [() -> Bool] = []
    private var isBusy = false
    private var endsNext = false

    public init() {}

    public var phase: FlowLifecycle.Phase { state.phase }

    package func perform(_ request: FlowLifecycle.Request, _ carryOut: @escaping () -> Bool) -> Outcome {
        switch request {
        case .start: start(carryOut)
        case .navigate: navigate(carryOut)
        case .resume: resume { _ = carryOut() }
        case .end: end()
        }
    }

    private func start(_ carryOut: @escaping () -> Bool) -> Outcome {
        switch state {
        case .created: handle { carryOut() ? .ready : .delayed }
        case .ready, .delayed, .ended: .unhandled
        }
    }

    private func navigate(_ carryOut: @escaping () -> Bool) -> Outcome {
        switch state {
        case .created, .delayed:
            deferred.append(carryOut)
            return .deferred
        case .ready:
            return handle { carryOut() ? nil : .delayed }
        case .ended:
            return .unhandled
        }
    }

    private func resume(_ carryOut: @escaping () -> Void) -> Outcome {
        switch state {
        case .delayed:
            handle {
                carryOut()
                return .ready
            }
        case .created, .ready, .ended: .unhandled
        }
    }

    private func end() -> Outcome {
        if isBusy {
            endsNext = true
            return .queued
        }
        switch state {
        case .created, .ready, .delayed: return handle { .ended }
        case .ended: return .handled
        }
    }

    /// Makes the transition that `body` returns, and then the requests that were deferred.
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
    /// The phase of the class-based machine in this state.
    public var phase: FlowLifecycle.Phase {
        switch self {
        case .created: .created
        case .ready: .ready
        case .delayed: .delayed
        case .ended: .ended
        }
    }
}
