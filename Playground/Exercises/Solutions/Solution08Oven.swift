import StatePattern

extension Solution {
    /// Exercise 8, solved: an oven with a light that stays on while its heater comes and goes.
    final class Oven: Context<Oven.State> {
        class State: ContextState {
            var superstate: State? { nil }
            var initialSubstate: State? { nil }
            func didEnter(_ oven: Oven) {}
            func willExit(_ oven: Oven) {}
            func switchOn(_ oven: Oven) -> Reaction { .unhandled }
            func switchOff(_ oven: Oven) -> Reaction { .unhandled }
            func becomeHot(_ oven: Oven) -> Reaction { .unhandled }
            func becomeCold(_ oven: Oven) -> Reaction { .unhandled }
            func boost(_ oven: Oven) -> Reaction { .unhandled }
            func restart(_ oven: Oven) -> Reaction { .unhandled }
        }

        final class Off: State {
            override func switchOn(_ oven: Oven) -> Reaction { .transition(to: oven.on) }
        }

        final class On: State {
            override var initialSubstate: State? { Heating(in: self) }

            override func didEnter(_ oven: Oven) { oven.log.append("light on") }
            override func willExit(_ oven: Oven) { oven.log.append("light off") }
            override func switchOff(_ oven: Oven) -> Reaction { .transition(to: oven.off) }
            override func boost(_ oven: Oven) -> Reaction { .transition(to: Heating(in: self)) }
            override func restart(_ oven: Oven) -> Reaction { .transition(to: self) }
        }

        class Phase: State {
            let on: On
            init(in on: On) { self.on = on }
            override var superstate: State? { on }
        }

        final class Heating: Phase {
            override func didEnter(_ oven: Oven) { oven.log.append("heater on") }
            override func willExit(_ oven: Oven) { oven.log.append("heater off") }
            override func becomeHot(_ oven: Oven) -> Reaction { .transition(to: Resting(in: on)) }
        }

        final class Resting: Phase {
            override func becomeCold(_ oven: Oven) -> Reaction { .transition(to: Heating(in: on)) }
        }

        let off = Off()
        let on = On()
        var log: [String] = []

        init() { super.init(initial: off) }

        @discardableResult func switchOn() -> Outcome { delegate(State.switchOn) }
        @discardableResult func switchOff() -> Outcome { delegate(State.switchOff) }
        @discardableResult func becomeHot() -> Outcome { delegate(State.becomeHot) }
        @discardableResult func becomeCold() -> Outcome { delegate(State.becomeCold) }
        @discardableResult func boost() -> Outcome { delegate(State.boost) }
        @discardableResult func restart() -> Outcome { delegate(State.restart) }
    }
}
