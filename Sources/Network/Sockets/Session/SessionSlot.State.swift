import StatePattern

extension SessionSlot {
    /// The requests of a slot, with default reactions: mostly `unhandled`.
    class State: ContextState {
        var recipient: Recipient { .consumers }

        func didEnter(_ slot: SessionSlot) {}
        func willExit(_ slot: SessionSlot) {}

        /// Returns true if the session with this number uses the connection.
        func has(_ session: Int) -> Bool { false }

        func start(_ slot: SessionSlot, session: Int) -> Reaction { .unhandled }
        func end(_ slot: SessionSlot) -> Reaction { .unhandled }
        func close(_ slot: SessionSlot) -> Reaction { .transition(to: Closing()) }
        func stopDraining(_ slot: SessionSlot) -> Reaction { .unhandled }

        func startEnded(_ slot: SessionSlot, _ error: SocketError?) -> Reaction { .unhandled }
        func endEnded(_ slot: SessionSlot) -> Reaction { .unhandled }
        func sessionFailed(_ slot: SessionSlot, _ error: SocketError) -> Reaction { .unhandled }
        func expectEnd(_ slot: SessionSlot) -> Reaction { .unhandled }

        func connectionEnded(_ slot: SessionSlot, _ error: SocketError) -> Reaction {
            slot.failAfterEnd(error)
            return .handled
        }

        func failed(_ slot: SessionSlot, _ error: SocketError) -> Reaction {
            slot.fail(error)
            return .handled
        }
    }
}
