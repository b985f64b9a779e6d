import StatePattern

extension Solution {
    /// Exercise 5, solved: the entrance of a museum, which counts the visitors who have gone through.
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
            observe { [unowned self] transition in
                if transition.request == "push()" { log.append("count a visitor") }
            }
        }

        @discardableResult func showTicket() -> Outcome { delegate(State.showTicket) }
        @discardableResult func expire() -> Outcome { delegate(State.expire) }
        @discardableResult func push() -> Outcome { delegate(State.push) }
    }
}
