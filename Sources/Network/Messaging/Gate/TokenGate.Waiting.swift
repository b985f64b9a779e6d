import StatePattern

extension TokenGate {
    /// The server has refused the session for a reason that may pass; no session is open until a timer fires.
    final class Waiting: State {
        init() { super.init(.waiting) }

        override func didEnter(_ gate: TokenGate) { gate.record(.startRetryTimer(number: gate.number)) }

        override func willExit(_ gate: TokenGate) { gate.record(.cancelRetryTimer) }

        override func tokenChanged(_ gate: TokenGate, to token: AccessToken?) -> Reaction {
            gate.accept(token)
            return .transition(to: gate.next())
        }

        override func retryTimerFired(_ gate: TokenGate) -> Reaction {
            gate.startOver()
            return .transition(to: Connecting())
        }
    }
}
