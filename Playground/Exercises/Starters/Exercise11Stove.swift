import StatePattern

/// Exercise 11: a stove with two plates, which are hot or cold independently of each other.
///
/// - While the stove is on, each plate has a knob that heats it, or lets it become cold again.
/// - While the stove is off, both plates are cold, and a request to turn a knob is not handled.
/// - A stove that is switched on again starts with two cold plates.
/// - Each plate is a separate machine, which runs while the stove is on.
///
/// `swift run exercises 11 --begin` copies this file. Fill the gaps in your copy, then run
/// `swift run exercises 11`. For a hint: `swift run exercises 11 --hint`.
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
        // TODO: The plates run from here on, until the stove is switched off.

        override func switchOff(_ stove: Stove) -> Reaction { .transition(to: stove.off) }

        override func turnLeft(_ stove: Stove) -> Reaction {
            stove.left.turn()
            return .handled
        }

        // TODO: The right knob.
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

extension Stove {
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
