import StatePattern

/// The turnstile of the README: a coin unlocks it, a push locks it.
public final class Turnstile: Context<Turnstile.State> {
    public class State: ContextState {
        public func didEnter(_ turnstile: Turnstile) {}
        public func willExit(_ turnstile: Turnstile) {}
        func insertCoin(_ turnstile: Turnstile) -> Reaction { .unhandled }
        func push(_ turnstile: Turnstile) -> Reaction { .unhandled }
    }

    final class Locked: State {
        override func insertCoin(_ turnstile: Turnstile) -> Reaction {
            .transition(to: turnstile.unlocked)
        }
    }

    final class Unlocked: State {
        override func willExit(_ turnstile: Turnstile) {
            turnstile.passages += 1
        }
        override func push(_ turnstile: Turnstile) -> Reaction {
            .transition(to: turnstile.locked)
        }
    }

    let locked = Locked()
    let unlocked = Unlocked()
    public private(set) var passages = 0

    public init() { super.init(initial: locked) }

    @discardableResult public func insertCoin() -> Outcome { delegate(State.insertCoin) }
    @discardableResult public func push() -> Outcome { delegate(State.push) }
}
