import StatePattern

extension Solution {
    /// Exercise 3: a refrigerator with a lamp that is on while its door is open.
    ///
    /// - The door can be opened and closed.
    /// - The refrigerator can be unplugged, whether its door is open or closed. Then the lamp is off.
    /// - When it is plugged in again, its door is open, because it is being filled.
    /// - The lamp is switched on once on each way into the state Open, and off once on each way out. The log shows it.
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
                // starter: // TODO: The lamp belongs to the state Open. Here it is too easy to forget.
                // starter: refrigerator.log.append("lamp on")
                // starter: return .transition(to: refrigerator.opened)
                .transition(to: refrigerator.opened)
                // end
            }

            override func unplug(_ refrigerator: Refrigerator) -> Reaction {
                .transition(to: refrigerator.unplugged)
            }
        }

        final class Open: State {
            // solution
            override func didEnter(_ refrigerator: Refrigerator) { refrigerator.log.append("lamp on") }
            override func willExit(_ refrigerator: Refrigerator) { refrigerator.log.append("lamp off") }
            // end
            override func close(_ refrigerator: Refrigerator) -> Reaction {
                // starter: refrigerator.log.append("lamp off")
                // starter: return .transition(to: refrigerator.closed)
                .transition(to: refrigerator.closed)
                // end
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
