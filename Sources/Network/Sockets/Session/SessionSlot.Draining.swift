import StatePattern

extension SessionSlot {
    /// The connection ended while a session was being started. It still reads earlier messages.
    final class Draining: Occupied {
        let end: SocketError

        init(_ session: Int, after end: SocketError) {
            self.end = end
            super.init(session)
        }

        override func didEnter(_ slot: SessionSlot) { slot.record(.finishMessages) }

        override func startEnded(_ slot: SessionSlot, _ error: SocketError?) -> Reaction {
            if error == nil { slot.record(.deliverMessages) }
            return fail(slot, error?.joined(with: end))
        }

        override func stopDraining(_ slot: SessionSlot) -> Reaction { fail(slot) }

        override func sessionFailed(_ slot: SessionSlot, _ error: SocketError) -> Reaction { fail(slot, error) }

        override func failed(_ slot: SessionSlot, _ error: SocketError) -> Reaction { fail(slot) }

        private func fail(_ slot: SessionSlot, _ error: SocketError? = nil) -> Reaction {
            slot.failAfterEnd(error ?? end)
            return .handled
        }
    }
}
