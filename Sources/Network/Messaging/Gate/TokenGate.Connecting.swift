import StatePattern

extension TokenGate {
    /// A session is connecting; the server has neither accepted nor refused the token.
    final class Connecting: State {
        /// True if the token comes from a refresh after a refusal. If it is refused, too, another refresh is useless.
        let isFinalAttempt: Bool

        init(isFinalAttempt: Bool = false) {
            self.isFinalAttempt = isFinalAttempt
            super.init(.connecting)
        }

        override func didEnter(_ gate: TokenGate) { gate.connect() }

        override func tokenChanged(_ gate: TokenGate, to token: AccessToken?) -> Reaction {
            gate.accept(token)
            return .transition(to: Closing(before: gate.stepAfterClosing))
        }

        override func connected(_ gate: TokenGate) -> Reaction { .transition(to: Connected()) }

        override func refused(_ gate: TokenGate, _ kind: RefusalKind) -> Reaction {
            gate.refuse(kind)
            let canRefresh = kind != .temporary && !isFinalAttempt
            return .transition(to: Closing(before: canRefresh ? .refresh : gate.stepWithoutNewToken))
        }
    }
}
