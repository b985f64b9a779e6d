import StatePattern

extension SessionSlot {
    /// A session is being started.
    final class Starting: Occupied {
        override func didEnter(_ slot: SessionSlot) {
            slot.expectEnd(false)
            slot.record(.startSession(session))
        }

        override func startEnded(_ slot: SessionSlot, _ error: SocketError?) -> Reaction {
            if let error { return failed(slot, error) }
            slot.record(.deliverMessages, .sessionStarted(session))
            return .transition(to: Running(session))
        }

        override func end(_ slot: SessionSlot) -> Reaction {
            slot.record(.cancel)
            return .transition(to: Ending(session))
        }

        /// Lets the session read on: the peer may have sent a reason, such as that it refuses the credentials.
        override func connectionEnded(_ slot: SessionSlot, _ error: SocketError) -> Reaction {
            .transition(to: Draining(session, after: error))
        }
    }
}
