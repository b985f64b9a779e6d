import StatePattern

/// A machine as a reader of the documentation writes it: one method for each request, and cached states.
final class Turnstile: Context<Turnstile.State> {
    let locked = Locked()
    let unlocked = Unlocked()
    fileprivate(set) var paid = 0

    init() { super.init(initial: locked) }

    @discardableResult func insertCoin() -> Outcome { delegate { $0.insertCoin($1) } }
    @discardableResult func push() -> Outcome { delegate { $0.push($1) } }
    @discardableResult func pay(_ amount: Int) -> Outcome { delegate(amount) { $0.pay($1, $2) } }
}

extension Turnstile {
    class State: ContextState {
        func didEnter(_ turnstile: Turnstile) {}
        func willExit(_ turnstile: Turnstile) {}
        func insertCoin(_ turnstile: Turnstile) -> Reaction<State> { .unhandled }
        func push(_ turnstile: Turnstile) -> Reaction<State> { .unhandled }

        func pay(_ turnstile: Turnstile, _ amount: Int) -> Reaction<State> {
            turnstile.paid += amount
            return .handled
        }
    }

    final class Locked: State {
        override func insertCoin(_ turnstile: Turnstile) -> Reaction<State> { .transition(to: turnstile.unlocked) }
    }

    final class Unlocked: State {
        override func push(_ turnstile: Turnstile) -> Reaction<State> { .transition(to: turnstile.locked) }
    }
}
