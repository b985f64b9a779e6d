import StatePattern

extension Solution {
    /// Exercise 11: a stove with two plates, which are hot or cold independently of each other.
    ///
    /// - While the stove is on, each plate has a knob that heats it, or lets it become cold again.
    /// - While the stove is off, both plates are cold, and a request to turn a knob is not handled.
    /// - A stove that is switched on again starts with two cold plates.
    /// - Each plate is a separate machine, which runs while the stove is on.
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
            // starter: // TODO: The plates run from here on, until the stove is switched off.
            override func didEnter(_ stove: Stove) {
                stove.left.activate()
                stove.right.activate()
            }

            override func willExit(_ stove: Stove) {
                stove.left.deactivate()
                stove.right.deactivate()
            }
            // end

            override func switchOff(_ stove: Stove) -> Reaction { .transition(to: stove.off) }

            override func turnLeft(_ stove: Stove) -> Reaction {
                stove.left.turn()
                return .handled
            }

            // starter: // TODO: The right knob.
            override func turnRight(_ stove: Stove) -> Reaction {
                stove.right.turn()
                return .handled
            }
            // end
        }

        let off = Off()
        let on = On()
        let left = Plate()
        let right = Plate()
        var isLeftHot: Bool { left.isHot }
        var isRightHot: Bool { right.isHot }

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
