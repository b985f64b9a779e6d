import StatePattern

extension SessionSlot {
    /// The connection is being closed; any end of the connection counts as closed.
    final class Closing: State {
        override var recipient: Recipient { .none }

        override func didEnter(_ slot: SessionSlot) { slot.expectEnd(false) }

        override func close(_ slot: SessionSlot) -> Reaction { .unhandled }

        override func connectionEnded(_ slot: SessionSlot, _ error: SocketError) -> Reaction { failed(slot, error) }

        override func failed(_ slot: SessionSlot, _ error: SocketError) -> Reaction {
            slot.record(.disconnected)
            return .handled
        }
    }
}
