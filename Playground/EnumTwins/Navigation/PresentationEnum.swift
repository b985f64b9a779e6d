import Navigation
import StatePattern

/// A presentation as an enum: the same requests and outcomes as `Presentation`.
public final class PresentationEnum {
    public enum State: Hashable, Sendable {
        case unpresented, visible, hidden, dismissed
    }

    public private(set) var state = State.unpresented
    private var deferred: [(StepPolicy, () -> Void)] = []

    public init() {}

    public var phase: Presentation.Phase { state.phase }

    package func perform(_ request: Presentation.Request, _ pass: @escaping () -> Void) -> Outcome {
        switch request {
        case .appear: appear()
        case .disappear: disappear()
        case .dismiss: dismiss()
        case .emit(let policy): emit(policy, pass)
        }
    }

    private func appear() -> Outcome {
        switch state {
        case .unpresented, .hidden: change(to: .visible)
        case .visible: .handled
        case .dismissed: .unhandled
        }
    }

    private func disappear() -> Outcome {
        switch state {
        case .visible: change(to: .hidden)
        case .unpresented, .hidden, .dismissed: .handled
        }
    }

    private func dismiss() -> Outcome {
        switch state {
        case .unpresented, .visible, .hidden: change(to: .dismissed)
        case .dismissed: .handled
        }
    }

    private func emit(_ policy: StepPolicy, _ pass: @escaping () -> Void) -> Outcome {
        switch state {
        case .unpresented where !policy.contains(.whenNotPresented):
            deferred.append((policy, pass))
            return .deferred
        case .hidden where !policy.contains(.whenNotPresented), .dismissed where !policy.contains(.whenDismissed):
            return .unhandled
        case .unpresented, .visible, .hidden, .dismissed:
            pass()
            return .handled
        }
    }

    private func change(to next: State) -> Outcome {
        state = next
        let recalled = deferred
        deferred = []
        for (policy, pass) in recalled { _ = emit(policy, pass) }
        return .transitioned
    }
}

extension PresentationEnum.State {
    /// The phase of the class-based machine in this state.
    public var phase: Presentation.Phase {
        switch self {
        case .unpresented: .unpresented
        case .visible: .visible
        case .hidden: .hidden
        case .dismissed: .dismissed
        }
    }
}
