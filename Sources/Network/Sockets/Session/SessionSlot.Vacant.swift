import StatePattern

extension SessionSlot {
    /// No session uses the connection: no session was started yet, or the last session has been ended.
    final class Vacant: State {
        override func start(_ slot: SessionSlot, session: Int) -> Reaction {
            .transition(to: Starting(session))
        }
    }
}
