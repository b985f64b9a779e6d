import StatePattern

extension TokenGate {
    /// The requests of a gate; each is unhandled unless a concrete state overrides it.
    public class State: HierarchicalState {
        public typealias Reaction = StatePattern.Reaction<TokenGate.State>

        public var superstate: State? { nil }
        public var initialSubstate: State? { nil }
        public func didEnter(_ gate: TokenGate) {}
        public func willExit(_ gate: TokenGate) {}

        func tokenChanged(_ gate: TokenGate, to token: AccessToken?) -> Reaction { .unhandled }
        func connected(_ gate: TokenGate) -> Reaction { .unhandled }
        func refused(_ gate: TokenGate) -> Reaction { .unhandled }
        func expired(_ gate: TokenGate) -> Reaction { .unhandled }
        func refreshEnded(_ gate: TokenGate) -> Reaction { .unhandled }
        func disconnected(_ gate: TokenGate) -> Reaction { .unhandled }

        /// The same token has come with another expiry, which means something where it was accepted.
        func expiryChanged(_ gate: TokenGate, with token: AccessToken?) -> Reaction {
            if superstate != nil { return .unhandled }
            gate.update(token)
            return .handled
        }
    }
}
