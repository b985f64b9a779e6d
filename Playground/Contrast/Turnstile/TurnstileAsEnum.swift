import StatePattern

/// The turnstile as an enum: the same requests and outcomes as `Turnstile`.
struct TurnstileAsEnum {
    enum State: String {
        case locked = "Locked"
        case unlocked = "Unlocked"
    }

    private(set) var state = State.locked
    private(set) var passages = 0

    mutating func insertCoin() -> Outcome {
        switch state {
        case .locked:
            state = .unlocked
            return .transitioned
        case .unlocked: return .unhandled
        }
    }

    mutating func push() -> Outcome {
        switch state {
        case .locked: return .unhandled
        case .unlocked:
            state = .locked
            passages += 1
            return .transitioned
        }
    }
}
