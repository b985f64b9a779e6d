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
