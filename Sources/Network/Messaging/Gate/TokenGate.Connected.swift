import StatePattern

extension TokenGate {
    /// The server has accepted the token; the session runs, or its connection is restored automatically.
    final class Connected: State {
        init() { super.init(.connected) }

        override var initialSubstate: State? { Fresh(in: self) }

        override func tokenChanged(_ gate: TokenGate, to token: AccessToken?) -> Reaction {
            gate.accept(token)
            return .transition(to: Closing(before: gate.stepAfterClosing))
        }

        override func expiryChanged(_ gate: TokenGate, with token: AccessToken?) -> Reaction {
            gate.update(token)
            gate.cancelRefresh()
            return .transition(to: Fresh(in: self))
        }

        override func connected(_ gate: TokenGate) -> Reaction { .handled }

        override func refused(_ gate: TokenGate, _ kind: RefusalKind) -> Reaction {
            gate.refuse(kind)
            guard kind == .temporary else { return .transition(to: Closing(before: .refresh)) }
            // The token may still be valid; if it has expired, the next session refreshes it.
            gate.cancelRefresh()
            return .transition(to: Closing(before: .wait))
        }
    }
}

extension TokenGate.Connected {
    /// The base class of the substates of `Connected`.
    class Substate: TokenGate.State {
        final let connected: TokenGate.Connected

        init(_ phase: TokenGate.Phase, in connected: TokenGate.Connected) {
            self.connected = connected
            super.init(phase)
        }

        final override var superstate: TokenGate.State? { connected }
    }

    /// The token is not known to have expired.
    final class Fresh: Substate {
        /// True if this state has started the expiry timer on entry. It then cancels the timer on exit.
        private var hasTimer = false

        init(in connected: TokenGate.Connected) { super.init(.connected, in: connected) }

        override func didEnter(_ gate: TokenGate) {
            guard let expiry = gate.token?.expiry else { return }
            hasTimer = true
            gate.record(.startExpiryTimer(expiry, number: gate.number))
        }

        override func willExit(_ gate: TokenGate) {
            // `hasTimer` decides, and not the gate's expiry: the gate may have another token by now.
            if hasTimer { gate.record(.cancelExpiryTimer) }
        }

        override func expired(_ gate: TokenGate) -> TokenGate.Reaction { .transition(to: Renewing(in: connected)) }
    }

    /// The token has expired or is about to, and the store was asked for a new token.
    final class Renewing: Substate {
        init(in connected: TokenGate.Connected) { super.init(.renewing, in: connected) }

        override func didEnter(_ gate: TokenGate) { gate.askForRefresh() }

        override func refreshEnded(_ gate: TokenGate) -> TokenGate.Reaction {
            gate.endRefresh()
            return .transition(to: Expired(in: connected))
        }

        override func refreshDenied(_ gate: TokenGate) -> TokenGate.Reaction { refreshEnded(gate) }
    }

    /// The token has expired or is about to, and the store has no new token. The server may let the session continue.
    final class Expired: Substate {
        init(in connected: TokenGate.Connected) { super.init(.expired, in: connected) }
    }
}
