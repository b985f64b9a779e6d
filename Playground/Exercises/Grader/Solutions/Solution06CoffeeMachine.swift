import StatePattern

extension Solution {
    /// Exercise 6: a coffee machine that checks its tank by itself.
    ///
    /// - It checks its tank when it is switched on, after each cup, and when it has been filled.
    /// - With water in the tank it is ready and shows a green lamp. Without, it is empty and shows a red one.
    /// - No button ends the check: when a request returns, the check is over.
    /// - It starts with an empty tank. A full one is enough for two cups.
    final class CoffeeMachine: Context<CoffeeMachine.State> {
        class State: ContextState {
            func didEnter(_ machine: CoffeeMachine) {}
            func willExit(_ machine: CoffeeMachine) {}
            func switchOn(_ machine: CoffeeMachine) -> Reaction { .unhandled }
            func brew(_ machine: CoffeeMachine) -> Reaction { .unhandled }
            func fill(_ machine: CoffeeMachine) -> Reaction { .unhandled }
            func finishCheck(_ machine: CoffeeMachine) -> Reaction { .unhandled }
        }

        final class Off: State {
            override func switchOn(_ machine: CoffeeMachine) -> Reaction { .transition(to: machine.checking) }
        }

        final class Checking: State {
            override func didEnter(_ machine: CoffeeMachine) {
                machine.log.append("check")
                // starter: // TODO: The check takes no time. Ask for its end.
                machine.finishCheck()
                // end
            }

            override func finishCheck(_ machine: CoffeeMachine) -> Reaction {
                .transition(to: machine.cups > 0 ? machine.ready : machine.empty)
            }
        }

        final class Ready: State {
            override func didEnter(_ machine: CoffeeMachine) { machine.log.append("green lamp") }

            override func brew(_ machine: CoffeeMachine) -> Reaction {
                machine.cups -= 1
                machine.log.append("coffee")
                return .transition(to: machine.checking)
            }
        }

        final class Empty: State {
            override func didEnter(_ machine: CoffeeMachine) { machine.log.append("red lamp") }

            override func fill(_ machine: CoffeeMachine) -> Reaction {
                machine.cups = 2
                return .transition(to: machine.checking)
            }
        }

        let off = Off()
        let checking = Checking()
        let ready = Ready()
        let empty = Empty()
        var cups = 0
        var log: [String] = []

        init() { super.init(initial: off) }

        @discardableResult func switchOn() -> Outcome { delegate(State.switchOn) }
        @discardableResult func brew() -> Outcome { delegate(State.brew) }
        @discardableResult func fill() -> Outcome { delegate(State.fill) }
        @discardableResult func finishCheck() -> Outcome { delegate(State.finishCheck) }
    }
}
