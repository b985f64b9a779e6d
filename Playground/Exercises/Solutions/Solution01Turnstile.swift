import StatePattern

extension Solution {
    /// Exercise 1, solved: a turnstile that lets one person through for each coin.
    final class Turnstile: Context<Turnstile.State> {
        class State: ContextState {
            func didEnter(_ turnstile: Turnstile) {}
            func willExit(_ turnstile: Turnstile) {}
            func insertCoin(_ turnstile: Turnstile) -> Reaction { .unhandled }
            func push(_ turnstile: Turnstile) -> Reaction { .unhandled }
        }

        final class Locked: State {
            override func insertCoin(_ turnstile: Turnstile) -> Reaction {
                .transition(to: turnstile.unlocked)
            }
        }

        final class Unlocked: State {
            override func insertCoin(_ turnstile: Turnstile) -> Reaction { .handled }
            override func push(_ turnstile: Turnstile) -> Reaction { .transition(to: turnstile.locked) }
        }

        let locked = Locked()
        let unlocked = Unlocked()

        init() { super.init(initial: locked) }

        @discardableResult func insertCoin() -> Outcome { delegate(State.insertCoin) }
        @discardableResult func push() -> Outcome { delegate(State.push) }
    }
}
