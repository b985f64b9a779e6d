import StatePattern

extension TokenGate {
    /// The requests of a gate; each is unhandled unless a concrete state overrides it.
    ///
    /// The hooks are public because the hooks of the protocol are. Do not call them: the gate would not know.
    public class State: ContextState {
        /// The phase of a gate in this state. `Connected` has the phase of its initial substate.
        package final let phase: Phase

        /// The only initializer, so that every state names its phase.
        init(_ phase: Phase) { self.phase = phase }

        public var superstate: State? { nil }
        public var initialSubstate: State? { nil }
        public func didEnter(_ gate: TokenGate) {}
        public func willExit(_ gate: TokenGate) {}

        func tokenChanged(_ gate: TokenGate, to token: AccessToken?) -> Reaction { .unhandled }
        func connected(_ gate: TokenGate) -> Reaction { .unhandled }
        func refused(_ gate: TokenGate, _ kind: RefusalKind) -> Reaction { .unhandled }
        func expired(_ gate: TokenGate) -> Reaction { .unhandled }
        func refreshEnded(_ gate: TokenGate) -> Reaction { .unhandled }
        func refreshDenied(_ gate: TokenGate) -> Reaction { .unhandled }
        func retryTimerFired(_ gate: TokenGate) -> Reaction { .unhandled }
        func disconnected(_ gate: TokenGate) -> Reaction { .unhandled }

        /// Handles a new expiry of the current token. Only substates of `Connected` do more than store it.
        func expiryChanged(_ gate: TokenGate, with token: AccessToken?) -> Reaction {
            if superstate != nil { return .unhandled }
            gate.update(token)
            return .handled
        }
    }
}
