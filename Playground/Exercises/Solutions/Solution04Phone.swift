import StatePattern

extension Solution {
    /// Exercise 4, solved: a phone with a display that shows the caller while there is one.
    final class Phone: Context<Phone.State> {
        class State: ContextState {
            func didEnter(_ phone: Phone) {}
            func willExit(_ phone: Phone) {}
            func call(_ phone: Phone, from caller: String) -> Reaction { .unhandled }
            func accept(_ phone: Phone) -> Reaction { .unhandled }
            func hangUp(_ phone: Phone) -> Reaction { .unhandled }
            var display: String? { nil }
        }

        final class Idle: State {
            override func call(_ phone: Phone, from caller: String) -> Reaction {
                .transition(to: Ringing(caller))
            }
        }

        final class Ringing: State {
            private let caller: String
            init(_ caller: String) { self.caller = caller }
            override var display: String? { caller }
            override func call(_ phone: Phone, from caller: String) -> Reaction { .refused }
            override func accept(_ phone: Phone) -> Reaction { .transition(to: Talking(to: caller)) }
            override func hangUp(_ phone: Phone) -> Reaction { .transition(to: Idle()) }
        }

        final class Talking: State {
            private let caller: String
            init(to caller: String) { self.caller = caller }
            override var display: String? { caller }
            override func call(_ phone: Phone, from caller: String) -> Reaction { .refused }
            override func hangUp(_ phone: Phone) -> Reaction { .transition(to: Idle()) }
        }

        var display: String? { state.display }

        init() { super.init(initial: Idle()) }

        @discardableResult func call(from caller: String) -> Outcome { delegate(State.call, caller) }
        @discardableResult func accept() -> Outcome { delegate(State.accept) }
        @discardableResult func hangUp() -> Outcome { delegate(State.hangUp) }
    }
}
