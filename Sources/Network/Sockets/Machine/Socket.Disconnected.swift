import StatePattern

extension Socket {
    /// There is no connection, and none is wanted.
    final class Disconnected: State {
        init() { super.init(.disconnected) }

        override func didEnter(_ socket: Socket) {
            socket.endAttempt()
            socket.dropQueue()
            socket.record(.drop)
        }

        override func connect(_ socket: Socket) -> Reaction { .transition(to: Connecting()) }
    }
}
