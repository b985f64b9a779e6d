import StatePattern

extension Socket {
    /// The latest attempt has failed; the next one follows when the timer fires.
    final class Waiting: State {
        private let parent: State

        init(in parent: State) { self.parent = parent }

        override var superstate: State? { parent }

        override func didEnter(_ socket: Socket) {
            socket.endAttempt()
            socket.perform(.startTimer(attempt: socket.attempt + 1))
        }

        override func willExit(_ socket: Socket) { socket.perform(.cancelTimer) }

        override func reconnectTimerFired(_ socket: Socket) -> Reaction { .transition(to: Attempting(in: parent)) }
        override func connect(_ socket: Socket) -> Reaction { .transition(to: Attempting(in: parent)) }
    }
}
