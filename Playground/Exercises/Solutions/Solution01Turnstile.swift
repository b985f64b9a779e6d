import StatePattern

extension Solution {
    /// Exercise 1, solved: a turnstile that lets one person through for each coin.
    final class Turnstile: Context<Turnstile.State> {
        class State: ContextState {
            func didEnter(_ turnstile: Turnstile) {}
            func willExit(_ turnstile: Turnstile) {}
            func insertCoin(_ turnstile: Turnstile) -> Reaction<State> { .unhandled }
            func push(_ turnstile: Turnstile) -> Reaction<State> { .unhandled }
        }

        final class Locked: State {
            override func insertCoin(_ turnstile: Turnstile) -> Reaction<State> {
                .transition(to: turnstile.unlocked)
            }
        }

        final class Unlocked: State {
            override func insertCoin(_ turnstile: Turnstile) -> Reaction<State> { .handled }
            override func push(_ turnstile: Turnstile) -> Reaction<State> { .transition(to: turnstile.locked) }
        }

        let locked = Locked()
        let unlocked = Unlocked()

        init() { super.init(initial: locked) }

        @discardableResult func insertCoin() -> Outcome { delegate { $0.insertCoin($1) } }
        @discardableResult func push() -> Outcome { delegate { $0.push($1) } }
    }
}
