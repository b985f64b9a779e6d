import StatePattern

extension Solution {
    /// Exercise 11, solved: a stove with two plates, which are hot or cold independently of each other.
    final class Stove: Context<Stove.State> {
        class State: ContextState {
            func didEnter(_ stove: Stove) {}
            func willExit(_ stove: Stove) {}
            func switchOn(_ stove: Stove) -> Reaction { .unhandled }
            func switchOff(_ stove: Stove) -> Reaction { .unhandled }
            func turnLeft(_ stove: Stove) -> Reaction { .unhandled }
            func turnRight(_ stove: Stove) -> Reaction { .unhandled }
        }

        final class Off: State {
            override func switchOn(_ stove: Stove) -> Reaction { .transition(to: stove.on) }
        }

        final class On: State {
            override func didEnter(_ stove: Stove) {
                stove.left.activate()
                stove.right.activate()
            }

            override func willExit(_ stove: Stove) {
                stove.left.deactivate()
                stove.right.deactivate()
            }

            override func switchOff(_ stove: Stove) -> Reaction { .transition(to: stove.off) }

            override func turnLeft(_ stove: Stove) -> Reaction {
                stove.left.turn()
                return .handled
            }

            override func turnRight(_ stove: Stove) -> Reaction {
                stove.right.turn()
                return .handled
            }
        }

        let off = Off()
        let on = On()
        let left = Plate()
        let right = Plate()

        init() { super.init(initial: off) }

        @discardableResult func switchOn() -> Outcome { delegate(State.switchOn) }
        @discardableResult func switchOff() -> Outcome { delegate(State.switchOff) }
        @discardableResult func turnLeft() -> Outcome { delegate(State.turnLeft) }
        @discardableResult func turnRight() -> Outcome { delegate(State.turnRight) }
    }
}

extension Solution.Stove {
    /// The machine of one plate.
    final class Plate: Context<Plate.State> {
        class State: ContextState {
            func didEnter(_ plate: Plate) {}
            func willExit(_ plate: Plate) {}
            func turn(_ plate: Plate) -> Reaction { .unhandled }
        }

        final class Cold: State {
            override func turn(_ plate: Plate) -> Reaction { .transition(to: Hot()) }
        }

        final class Hot: State {
            override func turn(_ plate: Plate) -> Reaction { .transition(to: Cold()) }
        }

        var isHot: Bool { state is Hot }

        init() { super.init(initial: Cold()) }

        @discardableResult func turn() -> Outcome { delegate(State.turn) }
    }
}
