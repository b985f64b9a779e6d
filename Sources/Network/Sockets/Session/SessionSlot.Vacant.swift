import StatePattern

extension SessionSlot {
    /// No session has the connection: none was started yet, or the last one has been ended.
    final class Vacant: State {
        override func start(_ slot: SessionSlot, session: Int) -> Reaction {
            .transition(to: Starting(session))
        }
    }
}
