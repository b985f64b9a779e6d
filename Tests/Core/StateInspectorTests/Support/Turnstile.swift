import StatePattern

/// The turnstile of README, with a refusal that has a reason.
final class Turnstile: Context<Turnstile.State> {
    struct Stuck: Error, CustomStringConvertible { let description = "it is <stuck>" }

    class State: ContextState {
        func didEnter(_ turnstile: Turnstile) {}
        func willExit(_ turnstile: Turnstile) {}
        func insertCoin(_ turnstile: Turnstile) -> Reaction { .unhandled }
        func push(_ turnstile: Turnstile) -> Reaction { .unhandled }
        func look(_ turnstile: Turnstile) -> Reaction { .handled }
    }

    final class Locked: State {
        override func insertCoin(_ turnstile: Turnstile) -> Reaction { .transition(to: turnstile.unlocked) }
        override func push(_ turnstile: Turnstile) -> Reaction { turnstile.refuse(because: Stuck()) }
    }

    final class Unlocked: State {
        override func didEnter(_ turnstile: Turnstile) { turnstile.whenUnlocked?(turnstile) }
        override func push(_ turnstile: Turnstile) -> Reaction { .transition(to: turnstile.locked) }
    }

    let locked = Locked()
    let unlocked = Unlocked()
    var whenUnlocked: ((Turnstile) -> Void)?

    init() { super.init(initial: locked) }

    @discardableResult func insertCoin() -> Outcome { delegate(State.insertCoin) }
    @discardableResult func push() -> Outcome { delegate(State.push) }
    @discardableResult func look() -> Outcome { delegate(State.look) }
}
