import StatePattern

extension Socket {
    /// The requests of a socket; each is unhandled unless a concrete state overrides it.
    ///
    /// The hooks are public because the hooks of the protocol are. Do not call them: the socket would not know.
    public class State: ContextState {
        /// The phase of a socket in this state. A state with substates has the phase of its initial substate.
        package final let phase: Phase

        /// The only initializer, so that every state names its phase.
        init(_ phase: Phase) { self.phase = phase }

        public var superstate: State? { nil }
        public var initialSubstate: State? { nil }
        public func didEnter(_ socket: Socket) {}
        public func willExit(_ socket: Socket) {}

        func connect(_ socket: Socket) -> Reaction { .unhandled }
        func disconnect(_ socket: Socket) -> Reaction { .unhandled }
        func suspend(_ socket: Socket) -> Reaction { .unhandled }
        func resume(_ socket: Socket) -> Reaction { .unhandled }
        func send(_ socket: Socket, _ message: Message) -> Reaction { .unhandled }

        func connected(_ socket: Socket) -> Reaction { .unhandled }
        func connectionFailed(_ socket: Socket) -> Reaction { .unhandled }
        func authFailed(_ socket: Socket) -> Reaction { .unhandled }
        func startedSession(_ socket: Socket) -> Reaction { .unhandled }
        func reconnectTimerFired(_ socket: Socket) -> Reaction { .unhandled }
        func disconnected(_ socket: Socket) -> Reaction { .unhandled }
    }

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
