import StatePattern

extension TokenGate {
    /// There is no token, and hence nothing to connect with.
    final class LoggedOut: State {
        override func tokenChanged(_ gate: TokenGate, to token: AccessToken?) -> Reaction {
            gate.accept(token)
            return .transition(to: gate.next())
        }
    }
}
