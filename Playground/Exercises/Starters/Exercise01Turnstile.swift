import StatePattern

/// Exercise 1: a turnstile that lets one person through for each coin.
///
/// - It starts locked. A coin unlocks it.
/// - A push while it is unlocked lets a person through and locks it again.
/// - It keeps a coin too many: a coin while it is unlocked is handled, and the turnstile stays unlocked.
/// - It does not handle a push while it is locked.
///
/// `swift run exercises 1 --begin` copies this file. Fill the gaps in your copy, then run
/// `swift run exercises 1`. For a hint: `swift run exercises 1 --hint`.
final class Turnstile: Context<Turnstile.State> {
    class State: ContextState {
        func didEnter(_ turnstile: Turnstile) {}
        func willExit(_ turnstile: Turnstile) {}
        func insertCoin(_ turnstile: Turnstile) -> Reaction { .unhandled }
        func push(_ turnstile: Turnstile) -> Reaction { .unhandled }
    }

    final class Locked: State {
        // TODO: A coin unlocks the turnstile.
    }

    final class Unlocked: State {
        // TODO: A push locks the turnstile. A coin changes nothing.
    }

    let locked = Locked()
    let unlocked = Unlocked()

    init() { super.init(initial: locked) }

    @discardableResult func insertCoin() -> Outcome { delegate(State.insertCoin) }
    @discardableResult func push() -> Outcome { delegate(State.push) }
}
