import StatePattern

extension Socket {
    /// The connection was lost, or could not be opened, and the socket reconnects.
    final class Reconnecting: Reconnection {
        init() { super.init(attempting: .reconnectingAttempting, waiting: .reconnectingWaiting) }

        override func connected(_ socket: Socket) -> Reaction { .transition(to: StartingSession()) }
        override func disconnect(_ socket: Socket) -> Reaction { .transition(to: Disconnecting()) }
        override func authFailed(_ socket: Socket) -> Reaction { .transition(to: Disconnected()) }
        override func suspend(_ socket: Socket) -> Reaction { .transition(to: Suspended.Reconnecting(in: Suspended())) }
        override func send(_ socket: Socket, _ message: Message) -> Reaction { socket.enqueue(message) }
    }

    /// The common code of `Reconnecting` and `Suspended/Reconnecting`: attempts and waits alternate endlessly.
    class Reconnection: State {
        /// The phases of the two substates, `Attempting` and `Waiting`.
        let attempting, waiting: Phase

        init(attempting: Phase, waiting: Phase) {
            self.attempting = attempting
            self.waiting = waiting
            super.init(attempting)
        }

        override var initialSubstate: State? { Attempting(in: self) }
    }
}
