import StatePattern

extension SessionSlot {
    /// The session runs: the client sends its messages.
    final class Running: Occupied {
        override var recipient: Recipient { .consumers }

        override func end(_ slot: SessionSlot) -> Reaction { .transition(to: Ending(session)) }
    }
}
