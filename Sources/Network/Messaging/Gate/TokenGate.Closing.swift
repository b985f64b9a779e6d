import StatePattern

extension TokenGate {
    /// The session is being closed; `afterClosing` is the next step.
    final class Closing: State {
        private(set) var afterClosing: AfterClosing

        init(before afterClosing: AfterClosing) {
            self.afterClosing = afterClosing
            super.init(.closing)
        }

        override func didEnter(_ gate: TokenGate) { gate.record(.disconnect(number: gate.session)) }

        override func tokenChanged(_ gate: TokenGate, to token: AccessToken?) -> Reaction {
            gate.accept(token)
            afterClosing = gate.stepAfterClosing
            return .handled
        }

        /// Handles a refresh without a new token that began before the server refused the current token.
        override func refreshEnded(_ gate: TokenGate) -> Reaction {
            gate.endRefresh()
            afterClosing = gate.stepWithoutNewToken
            return .handled
        }

        /// Handles the answer that there is no new token, to a refresh that began before the token was refused.
        override func refreshDenied(_ gate: TokenGate) -> Reaction {
            gate.endRefresh()
            afterClosing = .refuse
            return .handled
        }

        override func disconnected(_ gate: TokenGate) -> Reaction { .transition(to: gate.state(for: afterClosing)) }
    }
}
