import StatePattern

extension Solution {
    /// Exercise 10: a robot vacuum that continues in the room where its battery ran low.
    ///
    /// - It cleans the kitchen, then the hall, and is done.
    /// - When its battery is low it charges. Then it continues in the room where it was.
    /// - While it charges, its display shows that room.
    /// - Started anew, it begins with the kitchen.
    final class Vacuum: Context<Vacuum.State> {
        class State: ContextState {
            var superstate: State? { nil }
            var initialSubstate: State? { nil }
            func didEnter(_ vacuum: Vacuum) {}
            func willExit(_ vacuum: Vacuum) {}
            func start(_ vacuum: Vacuum) -> Reaction { .unhandled }
            func finishRoom(_ vacuum: Vacuum) -> Reaction { .unhandled }
            func runLow(_ vacuum: Vacuum) -> Reaction { .unhandled }
            func becomeFull(_ vacuum: Vacuum) -> Reaction { .unhandled }
        }

        final class Done: State {
            // The room is named, whatever initial substate Cleaning has.
            override func start(_ vacuum: Vacuum) -> Reaction { .transition(to: Kitchen(in: vacuum.cleaning)) }
        }

        final class Cleaning: State {
            // starter: // TODO: Remember the room when Cleaning is left, and continue in it.
            // starter: override var initialSubstate: State? { Kitchen(in: self) }
            private var wasInHall = false
            // end

            // solution
            override var initialSubstate: State? { wasInHall ? Hall(in: self) : Kitchen(in: self) }
            override func willExit(_ vacuum: Vacuum) { wasInHall = vacuum.state is Hall }
            // end
            override func runLow(_ vacuum: Vacuum) -> Reaction { .transition(to: vacuum.charging) }
        }

        class Room: State {
            let cleaning: Cleaning
            init(in cleaning: Cleaning) { self.cleaning = cleaning }
            override var superstate: State? { cleaning }
        }

        final class Kitchen: Room {
            override func finishRoom(_ vacuum: Vacuum) -> Reaction { .transition(to: Hall(in: cleaning)) }
        }

        final class Hall: Room {
            override func finishRoom(_ vacuum: Vacuum) -> Reaction { .transition(to: vacuum.done) }
        }

        final class Charging: State {
            override func becomeFull(_ vacuum: Vacuum) -> Reaction { .transition(to: vacuum.cleaning) }
        }

        let done = Done()
        let cleaning = Cleaning()
        let charging = Charging()

        var display: String? { state is Charging ? cleaning.initialSubstate?.name : nil }

        init() { super.init(initial: done) }

        @discardableResult func start() -> Outcome { delegate(State.start) }
        @discardableResult func finishRoom() -> Outcome { delegate(State.finishRoom) }
        @discardableResult func runLow() -> Outcome { delegate(State.runLow) }
        @discardableResult func becomeFull() -> Outcome { delegate(State.becomeFull) }
    }
}
