import StatePattern

extension Socket {
    /// An attempt is in progress, on behalf of the superstate, which knows what a connection is wanted for.
    final class Attempting: State {
        private let parent: Reconnection

        init(in parent: Reconnection) {
            self.parent = parent
            super.init(parent.attempting)
        }

        override var superstate: State? { parent }

        /// Begins an attempt, unless one is in progress: a client that suspends or resumes keeps it.
        override func didEnter(_ socket: Socket) { if socket.isAttemptOver { socket.open() } }

        override func connectionFailed(_ socket: Socket) -> Reaction { .transition(to: Waiting(in: parent)) }
    }
}
