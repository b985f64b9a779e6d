import StatePattern

extension Solution {
    /// Exercise 5: the entrance of a museum, which counts the visitors who have gone through.
    ///
    /// - A ticket unlocks the entrance. A push lets a visitor through, and the bolt shuts.
    /// - A ticket that is not used expires: the bolt shuts, and no visitor has gone through.
    /// - A visitor is counted after the bolt has shut, and only for a push that has let one through.
    final class Entrance: Context<Entrance.State> {
        class State: ContextState {
            func didEnter(_ entrance: Entrance) {}
            func willExit(_ entrance: Entrance) {}
            func showTicket(_ entrance: Entrance) -> Reaction { .unhandled }
            func push(_ entrance: Entrance) -> Reaction { .unhandled }
            func expire(_ entrance: Entrance) -> Reaction { .unhandled }
        }

        final class Locked: State {
            override func didEnter(_ entrance: Entrance) { entrance.log.append("bolt shuts") }
            override func showTicket(_ entrance: Entrance) -> Reaction { .transition(to: entrance.unlocked) }
        }

        final class Unlocked: State {
            override func push(_ entrance: Entrance) -> Reaction { .transition(to: entrance.locked) }
            override func expire(_ entrance: Entrance) -> Reaction { .transition(to: entrance.locked) }
        }

        let locked = Locked()
        let unlocked = Unlocked()
        var log: [String] = []

        init() {
            super.init(initial: locked)
            // starter: // TODO: Count here, in an observer. It gets transitions alone, and when they are complete.
            observe { [unowned self] transition in
                if transition.request == "push()" { log.append("count a visitor") }
            }
            // end
        }

        @discardableResult func showTicket() -> Outcome { delegate(State.showTicket) }
        @discardableResult func expire() -> Outcome { delegate(State.expire) }
        // starter:
        // starter: @discardableResult func push() -> Outcome {
        // starter:     log.append("count a visitor")
        // starter:     return delegate(State.push)
        // starter: }
        @discardableResult func push() -> Outcome { delegate(State.push) }
        // end
    }
}
