import STOMP
import StatePattern

extension TokenGate {
    /// The session is being closed; what was wished for last comes next.
    public final class Closing: State {
        private(set) var wish: Wish

        init(before wish: Wish) {
            self.wish = wish
            super.init(.closing)
        }

        public override func didEnter(_ gate: TokenGate) { gate.record(.disconnect(number: gate.session)) }

        override func tokenChanged(_ gate: TokenGate, to token: AccessToken?) -> Reaction {
            gate.accept(token)
            wish = gate.wishForToken
            return .handled
        }

        /// The refresh was under way before the token was refused, and came to nothing.
        override func refreshEnded(_ gate: TokenGate) -> Reaction {
            gate.endRefresh()
            wish = .refuse
            return .handled
        }

        override func disconnected(_ gate: TokenGate) -> Reaction {
            switch wish {
            case .logOut: .transition(to: LoggedOut())
            case .connect: .transition(to: Connecting())
            case .refresh: .transition(to: Refreshing())
            case .refuse: .transition(to: Refused())
            }
        }
    }
}
