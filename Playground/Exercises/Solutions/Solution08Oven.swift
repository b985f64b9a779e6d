import StatePattern

extension Solution {
    /// Exercise 8, solved: an oven with a light that stays on while its heater comes and goes.
    final class Oven: Context<Oven.State> {
        class State: HierarchicalState {
            var superstate: State? { nil }
            var initialSubstate: State? { nil }
            func didEnter(_ oven: Oven) {}
            func willExit(_ oven: Oven) {}
            func switchOn(_ oven: Oven) -> Reaction<State> { .unhandled }
            func switchOff(_ oven: Oven) -> Reaction<State> { .unhandled }
            func becomeHot(_ oven: Oven) -> Reaction<State> { .unhandled }
            func becomeCold(_ oven: Oven) -> Reaction<State> { .unhandled }
            func boost(_ oven: Oven) -> Reaction<State> { .unhandled }
            func restart(_ oven: Oven) -> Reaction<State> { .unhandled }
        }

        final class Off: State {
            override func switchOn(_ oven: Oven) -> Reaction<State> { .transition(to: oven.on) }
        }

        final class On: State {
            override var initialSubstate: State? { Heating(in: self) }

            override func didEnter(_ oven: Oven) { oven.log.append("light on") }
            override func willExit(_ oven: Oven) { oven.log.append("light off") }
            override func switchOff(_ oven: Oven) -> Reaction<State> { .transition(to: oven.off) }
            override func boost(_ oven: Oven) -> Reaction<State> { .transition(to: Heating(in: self)) }
            override func restart(_ oven: Oven) -> Reaction<State> { .transition(to: self) }
        }

        class Phase: State {
            let on: On
            init(in on: On) { self.on = on }
            override var superstate: State? { on }
        }

        final class Heating: Phase {
            override func didEnter(_ oven: Oven) { oven.log.append("heater on") }
            override func willExit(_ oven: Oven) { oven.log.append("heater off") }
            override func becomeHot(_ oven: Oven) -> Reaction<State> { .transition(to: Resting(in: on)) }
        }

        final class Resting: Phase {
            override func becomeCold(_ oven: Oven) -> Reaction<State> { .transition(to: Heating(in: on)) }
        }

        let off = Off()
        let on = On()
        var log: [String] = []

        init() { super.init(initial: off) }

        @discardableResult func switchOn() -> Outcome { delegate { $0.switchOn($1) } }
        @discardableResult func switchOff() -> Outcome { delegate { $0.switchOff($1) } }
        @discardableResult func becomeHot() -> Outcome { delegate { $0.becomeHot($1) } }
        @discardableResult func becomeCold() -> Outcome { delegate { $0.becomeCold($1) } }
        @discardableResult func boost() -> Outcome { delegate { $0.boost($1) } }
        @discardableResult func restart() -> Outcome { delegate { $0.restart($1) } }
    }
}
