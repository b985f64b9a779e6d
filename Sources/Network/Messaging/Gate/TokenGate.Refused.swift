import StatePattern

extension TokenGate {
    /// The token was refused, and there is certainly no new token: the user must log in.
    final class Refused: State {
        init() { super.init(.refused) }

        override func tokenChanged(_ gate: TokenGate, to token: AccessToken?) -> Reaction {
            gate.accept(token)
            return .transition(to: gate.next())
        }
    }
}
