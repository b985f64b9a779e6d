import StatePattern

/// A machine as a reader of the documentation writes it: one method for each request, and cached states.
final class Turnstile: Context<Turnstile.State> {
    let locked = Locked()
    let unlocked = Unlocked()

    init() { super.init(initial: locked) }

    @discardableResult func insertCoin() -> Outcome { delegate(State.insertCoin) }
    @discardableResult func push() -> Outcome { delegate(State.push) }
    @discardableResult func pay(_ amount: Int) -> Outcome { delegate(State.pay, amount) }
}

extension Turnstile {
    class State: ContextState {
        func didEnter(_ turnstile: Turnstile) {}
        func willExit(_ turnstile: Turnstile) {}
        func insertCoin(_ turnstile: Turnstile) -> Reaction { .unhandled }
        func push(_ turnstile: Turnstile) -> Reaction { .unhandled }
        func pay(_ turnstile: Turnstile, _ amount: Int) -> Reaction { .handled }
    }

    final class Locked: State {
        override func insertCoin(_ turnstile: Turnstile) -> Reaction { .transition(to: turnstile.unlocked) }
    }

    final class Unlocked: State {
        override func push(_ turnstile: Turnstile) -> Reaction { .transition(to: turnstile.locked) }
    }
}
