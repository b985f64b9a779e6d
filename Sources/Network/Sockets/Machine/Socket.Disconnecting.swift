import StatePattern

extension Socket {
    /// The connection is being closed; the client's latest request decides the next state.
    final class Disconnecting: State {
        private(set) var connectsAgain = false

        init() { super.init(.disconnecting) }

        override func didEnter(_ socket: Socket) {
            socket.awaitClosing()
            socket.dropQueue()
            socket.record(.close)
        }

        override func disconnected(_ socket: Socket) -> Reaction {
            .transition(to: connectsAgain ? Connecting() : Disconnected())
        }

        override func connectionFailed(_ socket: Socket) -> Reaction { disconnected(socket) }

        override func connect(_ socket: Socket) -> Reaction {
            connectsAgain = true
            return .handled
        }

        override func disconnect(_ socket: Socket) -> Reaction {
            connectsAgain = false
            return .handled
        }
    }
}
