import STOMP
import Foundation

extension TokenGate {
    /// What the owner of a gate has to carry out.
    ///
    /// The owner takes the effects after each request, with ``TokenGate/takeEffects()``, and carries them out in order. The
    /// gate waits for what comes of them as long as it takes, so the owner sets the bounds, above all for closing.
    public enum Effect: Hashable, Sendable {
        /// Begin a session with a token and keep it up, whatever becomes of its connection.
        ///
        /// Leads to ``TokenGate/connected(number:)`` or ``TokenGate/refused(number:)``.
        case connect(AccessToken, number: Int)
        /// Close the session, or its beginning, which leads to ``TokenGate/disconnected(number:)``: at once, if nothing is
        /// open. What waits to be sent is dropped.
        case disconnect(number: Int)
        /// Call ``TokenGate/expired(number:)`` once, at that time or somewhat earlier.
        case startExpiryTimer(Date, number: Int)
        /// Forget the timer; it may have fired already.
        case cancelExpiryTimer
        /// Ask for another token in place of this one.
        ///
        /// Leads to ``TokenGate/tokenChanged(to:)``, and in any case to ``TokenGate/refreshEnded(number:)`` after that.
        case askForRefresh(number: Int)
        /// Give the refresh up, if it is still under way: its token has been replaced, perhaps by what it came to.
        case cancelRefresh
    }

    /// What comes after a session that is being closed.
    public enum Wish: String, Hashable, Sendable {
        /// Nothing: there is no token any more.
        case logOut
        /// A session with the newest token.
        case connect
        /// The token was refused: a refresh, or the end of the one that is under way.
        case refresh
        /// The token was refused, and there is no use in a refresh.
        case refuse
    }
}
