import StatePattern

extension Solution {
    /// Exercise 3, solved: a refrigerator with a lamp that is on while its door is open.
    final class Refrigerator: Context<Refrigerator.State> {
        class State: ContextState {
            func didEnter(_ refrigerator: Refrigerator) {}
            func willExit(_ refrigerator: Refrigerator) {}
            func open(_ refrigerator: Refrigerator) -> Reaction { .unhandled }
            func close(_ refrigerator: Refrigerator) -> Reaction { .unhandled }
            func unplug(_ refrigerator: Refrigerator) -> Reaction { .unhandled }
            func plugIn(_ refrigerator: Refrigerator) -> Reaction { .unhandled }
        }

        final class Closed: State {
            override func open(_ refrigerator: Refrigerator) -> Reaction {
                .transition(to: refrigerator.opened)
            }

            override func unplug(_ refrigerator: Refrigerator) -> Reaction {
                .transition(to: refrigerator.unplugged)
            }
        }

        final class Open: State {
            override func didEnter(_ refrigerator: Refrigerator) { refrigerator.log.append("lamp on") }
            override func willExit(_ refrigerator: Refrigerator) { refrigerator.log.append("lamp off") }
            override func close(_ refrigerator: Refrigerator) -> Reaction {
                .transition(to: refrigerator.closed)
            }

            override func unplug(_ refrigerator: Refrigerator) -> Reaction {
                .transition(to: refrigerator.unplugged)
            }
        }

        final class Unplugged: State {
            override func plugIn(_ refrigerator: Refrigerator) -> Reaction {
                .transition(to: refrigerator.opened)
            }
        }

        let closed = Closed()
        let opened = Open()
        let unplugged = Unplugged()
        var log: [String] = []

        init() { super.init(initial: closed) }

        @discardableResult func open() -> Outcome { delegate(State.open) }
        @discardableResult func close() -> Outcome { delegate(State.close) }
        @discardableResult func unplug() -> Outcome { delegate(State.unplug) }
        @discardableResult func plugIn() -> Outcome { delegate(State.plugIn) }
    }
}
