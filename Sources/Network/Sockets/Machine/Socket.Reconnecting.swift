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

    /// An attempt is in progress. The superstate, `Reconnecting` or `Suspended/Reconnecting`, decides what follows.
    final class Attempting: State {
        private let parent: Reconnection

        init(in parent: Reconnection) {
            self.parent = parent
            super.init(parent.attempting)
        }

        override var superstate: State? { parent }

        /// Begins an attempt, unless an attempt is in progress already, such as when the client suspends or resumes.
        override func didEnter(_ socket: Socket) { if socket.isAttemptOver { socket.open() } }

        override func connectionFailed(_ socket: Socket) -> Reaction { .transition(to: Waiting(in: parent)) }
    }

    /// The latest attempt has failed; the next one begins when the timer fires.
    final class Waiting: State {
        private let parent: Reconnection

        init(in parent: Reconnection) {
            self.parent = parent
            super.init(parent.waiting)
        }

        override var superstate: State? { parent }

        override func didEnter(_ socket: Socket) {
            socket.record(.startTimer(attempt: socket.attempt + 1))
        }

        override func willExit(_ socket: Socket) { socket.record(.cancelTimer) }

        override func reconnectTimerFired(_ socket: Socket) -> Reaction { .transition(to: Attempting(in: parent)) }
        override func connect(_ socket: Socket) -> Reaction { .transition(to: Attempting(in: parent)) }
    }
}
