import StatePattern

extension Socket {
    /// There is no connection, and none is wanted.
    final class Disconnected: State {
        override func didEnter(_ socket: Socket) {
            socket.endAttempt()
            socket.dropQueue()
            socket.perform(.drop)
        }

        override func connect(_ socket: Socket) -> Reaction { .transition(to: Connecting()) }
    }
}
