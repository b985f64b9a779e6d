import StatePattern

extension Solution {
    /// Exercise 2: a cash machine that pays no more than the balance.
    ///
    /// - A card that is inserted opens the account. Taking the card out closes it.
    /// - A withdrawal of at most the balance is paid, and the card comes out.
    /// - A withdrawal above the balance is refused: nothing is paid, and the card stays in.
    final class CashMachine: Context<CashMachine.State> {
        class State: ContextState {
            func didEnter(_ machine: CashMachine) {}
            func willExit(_ machine: CashMachine) {}
            func insertCard(_ machine: CashMachine) -> Reaction { .unhandled }
            func takeCard(_ machine: CashMachine) -> Reaction { .unhandled }
            func withdraw(_ machine: CashMachine, amount: Int) -> Reaction { .unhandled }
        }

        final class Idle: State {
            override func insertCard(_ machine: CashMachine) -> Reaction { .transition(to: machine.serving) }
        }

        final class Serving: State {
            override func takeCard(_ machine: CashMachine) -> Reaction { .transition(to: machine.idle) }

            override func withdraw(_ machine: CashMachine, amount: Int) -> Reaction {
                // starter: // TODO: Refuse an amount above the balance.
                guard amount <= machine.balance else { return .refused }
                // end
                machine.balance -= amount
                return .transition(to: machine.idle)
            }
        }

        let idle = Idle()
        let serving = Serving()
        var balance = 40

        init() { super.init(initial: idle) }

        @discardableResult func insertCard() -> Outcome { delegate(State.insertCard) }
        @discardableResult func takeCard() -> Outcome { delegate(State.takeCard) }
        @discardableResult func withdraw(_ amount: Int) -> Outcome { delegate(State.withdraw, amount) }
    }
}
