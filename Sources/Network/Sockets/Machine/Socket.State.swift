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
}
