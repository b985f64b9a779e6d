/// What the logged-in part of an app talks to others with, for as long as one user is logged in.
///
/// The ``Coordinator`` of that part makes it, connects and ends it, and hands the same one to every screen.
public final class MessagingSession: Sendable {
    /// Whose session it is.
    public let user: String
    /// The session with the server, which outlives connections and tokens.
    ///
    /// Screens send and subscribe. To connect, disconnect and end is the part of the ``Coordinator``: what a screen did of
    /// that would befall all others.
    public let stomp: StompSession
    /// Where in the app the user is.
    public let presence: Presence
    /// What the user talks about with others.
    public let chat: Chat

    /// Makes a session that is not connected.
    ///
    /// - Parameters:
    ///   - user: Whose session it is.
    ///   - stomp: The session with the server.
    ///   - configuration: What presence and chat are called there.
    public init(user: String, stomp: StompSession, configuration: Configuration = Configuration()) {
        self.user = user
        self.stomp = stomp
        presence = Presence(user: user, stomp: stomp, configuration: configuration)
        chat = Chat(user: user, stomp: stomp, configuration: configuration)
    }

    /// Connects with a token of the user.
    package func connect(with token: AccessToken) async { await stomp.connect(with: token) }

    /// Disconnects, and keeps what waits for the next connection.
    package func disconnect() async { await stomp.disconnect() }

    /// Ends all subscriptions, after a last word of where the user is, and accepts nothing more; waits for no server.
    func silence() async {
        await presence.leave()
        await stomp.silence()
    }

    /// Ends it all, after a last word of where the user is; nothing arrives after this has returned.
    package func end() async {
        await presence.leave()
        await stomp.end()
    }
}
