import StatePattern

extension Solution {
    /// Exercise 4, solved: a phone with a display that shows the caller while there is one.
    final class Phone: Context<Phone.State> {
        class State: ContextState {
            func didEnter(_ phone: Phone) {}
            func willExit(_ phone: Phone) {}
            func call(_ phone: Phone, from caller: String) -> Reaction<State> { .unhandled }
            func accept(_ phone: Phone) -> Reaction<State> { .unhandled }
            func hangUp(_ phone: Phone) -> Reaction<State> { .unhandled }
            var display: String? { nil }
        }

        final class Idle: State {
            override func call(_ phone: Phone, from caller: String) -> Reaction<State> {
                .transition(to: Ringing(caller))
            }
        }

        final class Ringing: State {
            private let caller: String
            init(_ caller: String) { self.caller = caller }
            override var display: String? { caller }
            override func call(_ phone: Phone, from caller: String) -> Reaction<State> { .refused }
            override func accept(_ phone: Phone) -> Reaction<State> { .transition(to: Talking(to: caller)) }
            override func hangUp(_ phone: Phone) -> Reaction<State> { .transition(to: Idle()) }
        }

        final class Talking: State {
            private let caller: String
            init(to caller: String) { self.caller = caller }
            override var display: String? { caller }
            override func call(_ phone: Phone, from caller: String) -> Reaction<State> { .refused }
            override func hangUp(_ phone: Phone) -> Reaction<State> { .transition(to: Idle()) }
        }

        var display: String? { state.display }

        init() { super.init(initial: Idle()) }

        @discardableResult func call(from caller: String) -> Outcome { delegate(caller) { $0.call($1, from: $2) } }
        @discardableResult func accept() -> Outcome { delegate { $0.accept($1) } }
        @discardableResult func hangUp() -> Outcome { delegate { $0.hangUp($1) } }
    }
}
