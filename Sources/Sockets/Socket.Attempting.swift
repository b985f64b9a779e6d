import StatePattern

extension Socket {
    /// An attempt is under way, on behalf of the superstate, which knows what a connection is wanted for.
    final class Attempting: State {
        private let parent: State

        init(in parent: State) { self.parent = parent }

        override var superstate: State? { parent }

        override func didEnter(_ socket: Socket) { socket.open() }

        override func connectionFailed(_ socket: Socket) -> Reaction { .transition(to: Waiting(in: parent)) }
    }
}
