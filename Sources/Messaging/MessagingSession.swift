/// What the logged-in part of an app talks to others with, for as long as one user is logged in.
///
/// The ``Coordinator`` of that part makes it, connects and ends it, and hands the same one to every screen.
public final class MessagingSession: Sendable {
    /// Whose session it is.
    public let user: String
    /// The connection to the server, which outlives connections and tokens.
    public let stomp: StompSession

    /// Makes a session that is not connected.
    public init(user: String, stomp: StompSession) {
        self.user = user
        self.stomp = stomp
    }

    /// Connects with a token of the user.
    func connect(with token: AccessToken) async { await stomp.connect(with: token) }

    /// Disconnects, and keeps what waits for the next connection.
    func disconnect() async { await stomp.disconnect() }

    /// Ends it all, after a last word to the others; nothing arrives after this has returned.
    func end() async { await stomp.end() }
}
