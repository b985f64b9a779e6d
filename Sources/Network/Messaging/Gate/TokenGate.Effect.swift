import Foundation

extension TokenGate {
    /// An order to the owner of a gate.
    ///
    /// The owner takes the effects after each request, with ``TokenGate/takeEffects()``, and carries them out in order.
    /// The gate waits for the results without a limit, so the owner sets limits, above all for closing.
    package enum Effect: Hashable, Sendable {
        /// Connect the session with a token, and again whenever its connection is lost.
        ///
        /// Leads to ``TokenGate/connected(number:)`` or ``TokenGate/refused(_:number:)``.
        case connect(AccessToken, number: Int)
        /// Close the session's connection. Leads to ``TokenGate/disconnected(number:)``, at once if nothing is open.
        case disconnect(number: Int)
        /// Call ``TokenGate/expired(number:)`` once, at this time or somewhat earlier.
        case startExpiryTimer(Date, number: Int)
        /// Cancel the expiry timer, which may have fired already.
        case cancelExpiryTimer
        /// Ask the store to replace the current token.
        ///
        /// If the store has a new token, this leads to ``TokenGate/tokenChanged(to:)``. Afterwards, and in any case, it
        /// leads to ``TokenGate/refreshEnded(number:)`` or ``TokenGate/refreshDenied(number:)``.
        case askForRefresh(number: Int)
        /// Cancel the refresh if it is still in progress. Its token was replaced, perhaps by the refresh itself.
        case cancelRefresh
        /// Call ``TokenGate/retryTimerFired(number:)`` once, after a wait that grows with each wait in a row.
        case startRetryTimer(number: Int)
        /// Cancel the retry timer, which may have fired already.
        case cancelRetryTimer
    }

    /// The step that follows when the session is closed.
    package enum AfterClosing: String, Hashable, Sendable {
        /// The gate is logged out: there is no token any more.
        case logOut
        /// The session connects with the newest token.
        case connect
        /// The gate asks for a refresh, or waits for the current refresh: the token was refused.
        case refresh
        /// The gate waits: the server has refused the session for a reason that may pass.
        case wait
        /// The user must log in: the token was certainly refused, and a refresh would be useless.
        case refuse
    }
}

extension TokenGate {
    /// The known cause of a server's refusal, which decides how the gate recovers.
    public enum RefusalKind: String, CaseIterable, Codable, Hashable, Sendable {
        /// The credentials are certainly wrong: the gate asks for a new token, and without one the user must log in.
        case credentials
        /// The server refuses every token for now: the gate waits, and connects again with the same token.
        case temporary
        /// The credentials or the server: the gate asks for a new token. If that fails, it waits and starts over.
        case unknown
    }
}
