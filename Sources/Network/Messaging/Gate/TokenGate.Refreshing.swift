import StatePattern

extension TokenGate {
    /// The token was refused, its session is closed, and the store was asked for a new token.
    final class Refreshing: State {
        init() { super.init(.refreshing) }

        override func didEnter(_ gate: TokenGate) { gate.askForRefresh() }

        override func tokenChanged(_ gate: TokenGate, to token: AccessToken?) -> Reaction {
            // Another user's token comes from a log-in, not from the refresh.
            let isAnswer = token?.userOnWire == gate.token?.userOnWire
            gate.accept(token)
            if isAnswer, gate.refusal != nil { return .transition(to: gate.state(for: gate.stepWithoutNewToken)) }
            return .transition(to: gate.next(isFinalAttempt: isAnswer))
        }

        override func refreshEnded(_ gate: TokenGate) -> Reaction {
            gate.endRefresh()
            return .transition(to: gate.state(for: gate.stepWithoutNewToken))
        }

        override func refreshDenied(_ gate: TokenGate) -> Reaction {
            gate.endRefresh()
            return .transition(to: Refused())
        }
    }
}
