import StatePattern

extension Solution {
    /// Exercise 2, solved: a cash machine that pays no more than the balance.
    final class CashMachine: Context<CashMachine.State> {
        class State: ContextState {
            func didEnter(_ machine: CashMachine) {}
            func willExit(_ machine: CashMachine) {}
            func insertCard(_ machine: CashMachine) -> Reaction<State> { .unhandled }
            func takeCard(_ machine: CashMachine) -> Reaction<State> { .unhandled }
            func withdraw(_ machine: CashMachine, amount: Int) -> Reaction<State> { .unhandled }
        }

        final class Idle: State {
            override func insertCard(_ machine: CashMachine) -> Reaction<State> { .transition(to: machine.serving) }
        }

        final class Serving: State {
            override func takeCard(_ machine: CashMachine) -> Reaction<State> { .transition(to: machine.idle) }

            override func withdraw(_ machine: CashMachine, amount: Int) -> Reaction<State> {
                guard amount <= machine.balance else { return .refused }
                machine.balance -= amount
                return .transition(to: machine.idle)
            }
        }

        let idle = Idle()
        let serving = Serving()
        var balance = 40

        init() { super.init(initial: idle) }

        @discardableResult func insertCard() -> Outcome { delegate { $0.insertCard($1) } }
        @discardableResult func takeCard() -> Outcome { delegate { $0.takeCard($1) } }
        @discardableResult func withdraw(_ amount: Int) -> Outcome { delegate(amount) { $0.withdraw($1, amount: $2) } }
    }
}
