import STOMP
import StatePattern

extension TokenGate {
    /// The server has accepted the token, and the session runs, or comes back by itself.
    public final class Connected: State {
        init() { super.init(.connected) }

        public override var initialSubstate: State? { Fresh(in: self) }

        override func tokenChanged(_ gate: TokenGate, to token: AccessToken?) -> Reaction {
            gate.accept(token)
            return .transition(to: Closing(before: gate.wishForToken))
        }

        override func expiryChanged(_ gate: TokenGate, with token: AccessToken?) -> Reaction {
            gate.update(token)
            gate.cancelRefresh()
            return .transition(to: Fresh(in: self))
        }

        override func connected(_ gate: TokenGate) -> Reaction { .handled }

        override func refused(_ gate: TokenGate) -> Reaction {
            gate.refuse()
            return .transition(to: Closing(before: .refresh))
        }
    }
}

extension TokenGate.Connected {
    /// The token has not expired, as far as is known.
    public final class Fresh: TokenGate.State {
        private let connected: TokenGate.Connected
        private var hasTimer = false

        init(in connected: TokenGate.Connected) {
            self.connected = connected
            super.init(.connected)
        }

        public override var superstate: TokenGate.State? { connected }

        public override func didEnter(_ gate: TokenGate) {
            guard let expiry = gate.token?.expiry else { return }
            hasTimer = true
            gate.record(.startExpiryTimer(expiry, number: gate.number))
        }

        public override func willExit(_ gate: TokenGate) {
            // The gate may have another token by now, so what its token says is of no use.
            if hasTimer { gate.record(.cancelExpiryTimer) }
        }

        override func expired(_ gate: TokenGate) -> Reaction { .transition(to: Renewing(in: connected)) }
    }

    /// The token has expired; another one was asked for.
    public final class Renewing: TokenGate.State {
        private let connected: TokenGate.Connected

        init(in connected: TokenGate.Connected) {
            self.connected = connected
            super.init(.renewing)
        }

        public override var superstate: TokenGate.State? { connected }

        public override func didEnter(_ gate: TokenGate) { gate.askForRefresh() }

        override func refreshEnded(_ gate: TokenGate) -> Reaction {
            gate.endRefresh()
            return .transition(to: Expired(in: connected))
        }
    }

    /// The token has expired, and there is no other; the server may let the session go on.
    public final class Expired: TokenGate.State {
        private let connected: TokenGate.Connected

        init(in connected: TokenGate.Connected) {
            self.connected = connected
            super.init(.expired)
        }

        public override var superstate: TokenGate.State? { connected }
    }
}
