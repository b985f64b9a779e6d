import Foundation

extension TokenGate {
    /// An order to the owner of a gate.
    ///
    /// The owner takes the effects after each request, with ``TokenGate/takeEffects()``, and carries them out in order. The
    /// gate waits for their results without a limit, so the owner sets limits, above all for closing.
    package enum Effect: Hashable, Sendable {
        /// Connect with a token, and connect again whenever the connection is lost.
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
        /// Leads to ``TokenGate/tokenChanged(to:)``, and in any case to ``TokenGate/refreshEnded(number:)`` or
        /// ``TokenGate/refreshDenied(number:)`` after that.
        case askForRefresh(number: Int)
        /// Cancel the refresh if it is still in progress: its token has been replaced, perhaps by the refresh itself.
        case cancelRefresh
        /// Call ``TokenGate/retryTimerFired(number:)`` once, after a wait that grows with each wait in a row.
        case startRetryTimer(number: Int)
        /// Cancel the retry timer, which may have fired already.
        case cancelRetryTimer
    }

    /// The step after a session that is being closed.
    package enum AfterClosing: String, Hashable, Sendable {
        /// No step: there is no token any more.
        case logOut
        /// A connection with the newest token.
        case connect
        /// A refresh, or the end of the current one: the token was refused.
        case refresh
        /// A wait: the server has refused the session for a reason that may pass.
        case wait
        /// A refusal: the token was refused for good, and a refresh would be of no use.
        case refuse
    }
}

extension TokenGate {
    /// The cause of a server's refusal, as far as it is known; it decides how the gate recovers.
    public enum RefusalKind: String, CaseIterable, Codable, Hashable, Sendable {
        /// The credentials are certainly wrong: the gate asks for a new token, and without one the user must log in.
        case credentials
        /// The server refuses for now, whatever the token is: the gate waits, and connects again with the same token.
        case temporary
        /// The credentials or the server: the gate asks for a new token; if that does not help, it waits and starts over.
        case unknown
    }
}
