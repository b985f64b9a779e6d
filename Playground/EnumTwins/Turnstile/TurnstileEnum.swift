import StatePattern

/// The turnstile as an enum: the same requests, outcomes and sounds as `Turnstile`.
public final class TurnstileEnum {
    public enum State: String {
        case locked = "Locked"
        case unlocked = "Unlocked"
    }

    public private(set) var state = State.locked
    private var sounds: [String] = []

    public init() {}

    public func insertCoin() -> Outcome {
        switch state {
        case .locked:
            state = .unlocked
            sounds.append("click")
            return .transitioned
        case .unlocked: return .unhandled
        }
    }

    public func push() -> Outcome {
        switch state {
        case .locked: return .unhandled
        case .unlocked:
            state = .locked
            return .transitioned
        }
    }

    /// Returns the sounds since this was called last, and forgets them.
    public func takeSounds() -> [String] {
        defer { sounds = [] }
        return sounds
    }
}
