import StatePattern

extension Socket {
    /// No session is wanted, as for an app in the background; the connection is kept. The states before end the session.
    final class Suspended: State {
        init() { super.init(.suspendedIdle) }

        override var initialSubstate: State? { Idle(in: self) }

        override func disconnect(_ socket: Socket) -> Reaction { .transition(to: Disconnecting()) }
        override func authFailed(_ socket: Socket) -> Reaction { .transition(to: Disconnecting()) }
        override func send(_ socket: Socket, _ message: Message) -> Reaction { socket.enqueue(message) }
    }
}

extension Socket.Suspended {
    /// The connection is open.
    final class Idle: Socket.State {
        private let suspended: Socket.Suspended

        init(in suspended: Socket.Suspended) {
            self.suspended = suspended
            super.init(.suspendedIdle)
        }

        override var superstate: Socket.State? { suspended }

        override func resume(_ socket: Socket) -> Socket.Reaction { .transition(to: Socket.StartingSession()) }
        override func connectionFailed(_ socket: Socket) -> Socket.Reaction {
            .transition(to: Reconnecting(in: suspended))
        }
    }

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
