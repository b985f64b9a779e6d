import StatePattern

extension TokenGate {
    /// The token was refused for good, and the store has no new one.
    final class Refused: State {
        init() { super.init(.refused) }

        override func tokenChanged(_ gate: TokenGate, to token: AccessToken?) -> Reaction {
            gate.accept(token)
            return .transition(to: gate.next())
        }
    }
}
