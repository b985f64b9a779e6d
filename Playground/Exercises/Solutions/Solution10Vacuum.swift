import StatePattern

extension Solution {
    /// Exercise 10, solved: a robot vacuum that continues in the room where its battery ran low.
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
            private var wasInHall = false

            override var initialSubstate: State? { wasInHall ? Hall(in: self) : Kitchen(in: self) }
            override func willExit(_ vacuum: Vacuum) { wasInHall = vacuum.state is Hall }
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
