import StatePattern

extension Socket {
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
