import StatePattern

extension Socket {
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
}
