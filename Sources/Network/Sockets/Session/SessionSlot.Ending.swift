import StatePattern

extension SessionSlot {
    /// The session is being ended; `next` is the number of the session that starts afterwards, if any.
    final class Ending: Occupied {
        private(set) var next: Int?

        override func didEnter(_ slot: SessionSlot) { slot.record(.endSession(session)) }

        override func endEnded(_ slot: SessionSlot) -> Reaction {
            slot.record(.deliverMessages)
            return if let next { .transition(to: Starting(next)) } else { .transition(to: Vacant()) }
        }

        override func start(_ slot: SessionSlot, session: Int) -> Reaction {
            guard next == nil else { return .unhandled }
            next = session
            slot.expectEnd(false)
            return .handled
        }

        /// Cancels the next session, if any. The current session is being ended already.
        override func end(_ slot: SessionSlot) -> Reaction {
            guard next != nil else { return .unhandled }
            next = nil
            return .handled
        }

        override func expectEnd(_ slot: SessionSlot) -> Reaction {
            // If a next session is wanted, the end of the connection stays a failure.
            next == nil ? super.expectEnd(slot) : .handled
        }
    }
}
