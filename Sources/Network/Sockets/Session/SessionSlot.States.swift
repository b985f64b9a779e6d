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

    /// No session uses the connection: no session was started yet, or the last session has been ended.
    final class Vacant: State {
        override func start(_ slot: SessionSlot, session: Int) -> Reaction {
            .transition(to: Starting(session))
        }
    }

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

    /// The session runs: the client sends its messages.
    final class Running: Occupied {
        override var recipient: Recipient { .consumers }

        override func end(_ slot: SessionSlot) -> Reaction { .transition(to: Ending(session)) }
    }

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
