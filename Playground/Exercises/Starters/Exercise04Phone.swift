import StatePattern

/// Exercise 4: a phone with a display that shows the caller while there is one.
///
/// - A call makes the phone ring. The user accepts it and talks, or hangs up.
/// - While the phone rings or the user talks, the display shows the caller. Otherwise it is empty.
/// - In that time another call is refused, and the display does not change.
///
/// `swift run exercises 4 --begin` copies this file. Change what is marked in your copy, then run
/// `swift run exercises 4`. For a hint: `swift run exercises 4 --hint`.
final class Phone: Context<Phone.State> {
    class State: ContextState {
        func didEnter(_ phone: Phone) {}
        func willExit(_ phone: Phone) {}
        func call(_ phone: Phone, from caller: String) -> Reaction { .unhandled }
        func accept(_ phone: Phone) -> Reaction { .unhandled }
        func hangUp(_ phone: Phone) -> Reaction { .unhandled }
    }

    final class Idle: State {
        override func call(_ phone: Phone, from caller: String) -> Reaction {
            phone.display = caller
            return .transition(to: Ringing())
        }
    }

    final class Ringing: State {
        override func call(_ phone: Phone, from caller: String) -> Reaction { .refused }
        override func accept(_ phone: Phone) -> Reaction { .transition(to: Talking()) }
        override func hangUp(_ phone: Phone) -> Reaction { .transition(to: Idle()) }
    }

    final class Talking: State {
        override func call(_ phone: Phone, from caller: String) -> Reaction { .refused }
        override func hangUp(_ phone: Phone) -> Reaction { .transition(to: Idle()) }
    }

    // TODO: Only Ringing and Talking have a caller. Give it to them, and ask the current state here.
    var display: String?

    init() { super.init(initial: Idle()) }

    @discardableResult func call(from caller: String) -> Outcome { delegate(State.call, caller) }
    @discardableResult func accept() -> Outcome { delegate(State.accept) }
    @discardableResult func hangUp() -> Outcome { delegate(State.hangUp) }
}
