import StatePattern

extension SessionSlot {
    /// The common code of the states in which a session uses the connection.
    ///
    /// It is a base class and no superstate, because nothing happens on entry or exit.
    class Occupied: State {
        let session: Int

        init(_ session: Int) { self.session = session }

        override var recipient: Recipient { .session }

        override func has(_ session: Int) -> Bool { session == self.session }

        override func close(_ slot: SessionSlot) -> Reaction {
            slot.record(.cancel)
            return super.close(slot)
        }

        override func sessionFailed(_ slot: SessionSlot, _ error: SocketError) -> Reaction { failed(slot, error) }

        override func expectEnd(_ slot: SessionSlot) -> Reaction {
            slot.expectEnd(true)
            return .handled
        }
    }
}
