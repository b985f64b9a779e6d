import StatePattern

extension Socket {
    /// The connection was lost, or could not be opened, and is wanted back.
    final class Reconnecting: State {
        override var initialSubstate: State? { Attempting(in: self) }

        override func connected(_ socket: Socket) -> Reaction { .transition(to: StartingSession()) }
        override func disconnect(_ socket: Socket) -> Reaction { .transition(to: Disconnecting()) }
        override func authFailed(_ socket: Socket) -> Reaction { .transition(to: Disconnected()) }
        override func suspend(_ socket: Socket) -> Reaction { .transition(to: Suspended.Reconnecting(in: Suspended())) }
        override func send(_ socket: Socket, _ message: Message) -> Reaction { socket.enqueue(message) }
    }
}
