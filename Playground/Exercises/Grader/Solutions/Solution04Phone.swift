import StatePattern

extension Solution {
    /// Exercise 4: a phone with a display that shows the caller while there is one.
    ///
    /// - A call makes the phone ring. The user accepts it and talks, or hangs up.
    /// - While the phone rings or the user talks, the display shows the caller. Otherwise it is empty.
    /// - In that time another call is refused, and the display does not change.
    final class Phone: Context<Phone.State> {
        class State: ContextState {
            func didEnter(_ phone: Phone) {}
            func willExit(_ phone: Phone) {}
            func call(_ phone: Phone, from caller: String) -> Reaction { .unhandled }
            func accept(_ phone: Phone) -> Reaction { .unhandled }
            func hangUp(_ phone: Phone) -> Reaction { .unhandled }
            // solution
            var display: String? { nil }
            // end
        }

        final class Idle: State {
            override func call(_ phone: Phone, from caller: String) -> Reaction {
                // starter: phone.display = caller
                // starter: return .transition(to: Ringing())
                .transition(to: Ringing(caller))
                // end
            }
        }

        final class Ringing: State {
            // solution
            private let caller: String
            init(_ caller: String) { self.caller = caller }
            override var display: String? { caller }
            // end
            override func call(_ phone: Phone, from caller: String) -> Reaction { .refused }
            // starter: override func accept(_ phone: Phone) -> Reaction { .transition(to: Talking()) }
            override func accept(_ phone: Phone) -> Reaction { .transition(to: Talking(to: caller)) }
            // end
            override func hangUp(_ phone: Phone) -> Reaction { .transition(to: Idle()) }
        }

        final class Talking: State {
            // solution
            private let caller: String
            init(to caller: String) { self.caller = caller }
            override var display: String? { caller }
            // end
            override func call(_ phone: Phone, from caller: String) -> Reaction { .refused }
            override func hangUp(_ phone: Phone) -> Reaction { .transition(to: Idle()) }
        }

        // starter: // TODO: Only Ringing and Talking have a caller. Give it to them, and ask the current state here.
        // starter: var display: String?
        var display: String? { state.display }
        // end

        init() { super.init(initial: Idle()) }

        @discardableResult func call(from caller: String) -> Outcome { delegate(State.call, caller) }
        @discardableResult func accept() -> Outcome { delegate(State.accept) }
        @discardableResult func hangUp() -> Outcome { delegate(State.hangUp) }
    }
}
