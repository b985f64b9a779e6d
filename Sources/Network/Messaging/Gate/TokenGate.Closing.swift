import StatePattern

extension TokenGate {
    /// The session is being closed, before the next step.
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

        /// Ends a refresh that began before the token was refused, and has returned no new token.
        override func refreshEnded(_ gate: TokenGate) -> Reaction {
            gate.endRefresh()
            afterClosing = gate.stepWithoutNewToken
            return .handled
        }

        /// Ends a refresh that began before the token was refused: there is no new token.
        override func refreshDenied(_ gate: TokenGate) -> Reaction {
            gate.endRefresh()
            afterClosing = .refuse
            return .handled
        }

        override func disconnected(_ gate: TokenGate) -> Reaction { .transition(to: gate.state(for: afterClosing)) }
    }
}
