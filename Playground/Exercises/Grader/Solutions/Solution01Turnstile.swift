import StatePattern

extension Solution {
    /// Exercise 1: a turnstile that lets one person through for each coin.
    ///
    /// - It starts locked. A coin unlocks it.
    /// - A push while it is unlocked lets a person through and locks it again.
    /// - It keeps a coin too many: a coin while it is unlocked is handled, and the turnstile stays unlocked.
    /// - It does not handle a push while it is locked.
    final class Turnstile: Context<Turnstile.State> {
        class State: ContextState {
            func didEnter(_ turnstile: Turnstile) {}
            func willExit(_ turnstile: Turnstile) {}
            func insertCoin(_ turnstile: Turnstile) -> Reaction { .unhandled }
            func push(_ turnstile: Turnstile) -> Reaction { .unhandled }
        }

        final class Locked: State {
            // starter: // TODO: A coin unlocks the turnstile.
            override func insertCoin(_ turnstile: Turnstile) -> Reaction {
                .transition(to: turnstile.unlocked)
            }
            // end
        }

        final class Unlocked: State {
            // starter: // TODO: A push locks the turnstile. A coin changes nothing.
            override func insertCoin(_ turnstile: Turnstile) -> Reaction { .handled }
            override func push(_ turnstile: Turnstile) -> Reaction { .transition(to: turnstile.locked) }
            // end
        }

        let locked = Locked()
        let unlocked = Unlocked()

        init() { super.init(initial: locked) }

        @discardableResult func insertCoin() -> Outcome { delegate(State.insertCoin) }
        @discardableResult func push() -> Outcome { delegate(State.push) }
    }
}
