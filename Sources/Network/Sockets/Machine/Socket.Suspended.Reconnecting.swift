import StatePattern

extension Socket.Suspended {
    /// The connection was lost while the client is suspended; the socket reconnects without a session.
    final class Reconnecting: Socket.Reconnection {
        private let suspended: Socket.Suspended

        init(in suspended: Socket.Suspended) {
            self.suspended = suspended
            super.init(attempting: .suspendedReconnectingAttempting, waiting: .suspendedReconnectingWaiting)
        }

        override var superstate: Socket.State? { suspended }

        override func connected(_ socket: Socket) -> Socket.Reaction { .transition(to: Idle(in: suspended)) }
        override func resume(_ socket: Socket) -> Socket.Reaction { .transition(to: Socket.Reconnecting()) }
    }
}
