import StatePattern

extension Socket {
    /// An attempt is in progress; the superstate knows what the connection is for.
    final class Attempting: State {
        private let parent: Reconnection

        init(in parent: Reconnection) {
            self.parent = parent
            super.init(parent.attempting)
        }

        override var superstate: State? { parent }

        /// Begins an attempt. A current attempt continues, such as when the client suspends or resumes.
        override func didEnter(_ socket: Socket) { if socket.isAttemptOver { socket.open() } }

        override func connectionFailed(_ socket: Socket) -> Reaction { .transition(to: Waiting(in: parent)) }
    }
}
