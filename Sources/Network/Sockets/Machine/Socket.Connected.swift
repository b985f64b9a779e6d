import StatePattern

extension Socket {
    /// The session runs, and messages go out.
    final class Connected: State {
        init() { super.init(.connected) }

        override func didEnter(_ socket: Socket) { socket.sendQueue() }

        override func disconnect(_ socket: Socket) -> Reaction { .transition(to: Disconnecting()) }
        override func connectionFailed(_ socket: Socket) -> Reaction { .transition(to: Reconnecting()) }
        override func authFailed(_ socket: Socket) -> Reaction { .transition(to: Disconnecting()) }

        override func suspend(_ socket: Socket) -> Reaction {
            socket.record(.endSession)
            return .transition(to: Suspended())
        }

        override func send(_ socket: Socket, _ message: Message) -> Reaction {
            socket.record(.send(message))
            return .handled
        }
    }
}
