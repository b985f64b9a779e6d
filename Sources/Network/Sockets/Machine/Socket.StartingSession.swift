import StatePattern

extension Socket {
    /// The connection is open, and a session is being started on it.
    final class StartingSession: State {
        init() { super.init(.startingSession) }

        override func didEnter(_ socket: Socket) { socket.startSession() }

        override func startedSession(_ socket: Socket) -> Reaction { .transition(to: Connected()) }
        override func connectionFailed(_ socket: Socket) -> Reaction { .transition(to: Reconnecting()) }
        override func authFailed(_ socket: Socket) -> Reaction { .transition(to: Disconnecting()) }

        override func suspend(_ socket: Socket) -> Reaction {
            socket.record(.endSession)
            return .transition(to: Suspended())
        }

        override func disconnect(_ socket: Socket) -> Reaction { .transition(to: Disconnecting()) }
        override func send(_ socket: Socket, _ message: Message) -> Reaction { socket.enqueue(message) }
    }
}
