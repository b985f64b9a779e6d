import StatePattern

/// The turnstile as an enum: the same requests and outcomes as `Turnstile`.
public final class TurnstileEnum {
    public enum State: String {
        case locked = "Locked"
        case unlocked = "Unlocked"
    }

    public private(set) var state = State.locked
    public private(set) var passages = 0

    public init() {}

    public func insertCoin() -> Outcome {
        switch state {
        case .locked:
            state = .unlocked
            return .transitioned
        case .unlocked: return .unhandled
        }
    }

    public func push() -> Outcome {
        switch state {
        case .locked: return .unhandled
        case .unlocked:
            state = .locked
            passages += 1
            return .transitioned
        }
    }
}
