import StatePattern

extension Socket {
    /// The first attempt is in progress.
    final class Connecting: State {
        init() { super.init(.connecting) }

        override func didEnter(_ socket: Socket) { socket.open() }

        override func connected(_ socket: Socket) -> Reaction { .transition(to: StartingSession()) }
        override func connectionFailed(_ socket: Socket) -> Reaction { .transition(to: Reconnecting()) }
        override func authFailed(_ socket: Socket) -> Reaction { .transition(to: Disconnected()) }
        override func disconnect(_ socket: Socket) -> Reaction { .transition(to: Disconnecting()) }
        override func suspend(_ socket: Socket) -> Reaction { .transition(to: Suspended.Reconnecting(in: Suspended())) }
        override func send(_ socket: Socket, _ message: Message) -> Reaction { socket.enqueue(message) }
    }
}
