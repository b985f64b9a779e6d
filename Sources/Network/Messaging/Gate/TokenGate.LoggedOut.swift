import StatePattern

extension TokenGate {
    /// There is no token.
    final class LoggedOut: State {
        init() { super.init(.loggedOut) }

        override func tokenChanged(_ gate: TokenGate, to token: AccessToken?) -> Reaction {
            gate.accept(token)
            return .transition(to: gate.next())
        }
    }
}
