import STOMP

/// What the logged-in part of an app talks to others with, for as long as one user is logged in.
///
/// The ``Coordinator`` of that part makes it, connects and ends it, and hands the same one to every screen.
public final class MessagingSession: Sendable {
    /// Whose session it is.
    public let user: String
    /// The session with the server, which outlives connections and tokens.
    ///
    /// To connect, disconnect and end it is the part of the ``Coordinator``: what a screen did of that would befall all
    /// others. What screens may do is offered here.
    package let stomp: StompSession
    /// Where in the app the user is.
    public let presence: Presence
    /// What the user talks about with others.
    public let chat: Chat

    /// Makes a session that is not connected.
    ///
    /// - Parameters:
    ///   - user: Whose session it is.
    ///   - device: What this device is called among those of its user, the same each time that the app runs, such as a name
    ///     that was made up at the first start and kept. A server keeps what is said in a room for each device by itself: one
    ///     that keeps its name gets what it has missed, and two that are on at once with the same name would share one queue,
    ///     and each of them get a part.
    ///   - stomp: The session with the server, which nobody else connects or ends from now on.
    ///   - configuration: What presence and chat are called there.
    public init(
        user: String, device: String, stomp: StompSession, configuration: Configuration = Configuration()
    ) {
        self.user = user
        self.stomp = stomp
        presence = Presence(user: user, stomp: stomp, configuration: configuration)
        chat = Chat(user: user, device: device, stomp: stomp, configuration: configuration)
    }

    /// Connects with a token of the user.
    package func connect(with token: AccessToken) async {
        await presence.comeBack()
        await stomp.connect(with: token.credentials)
    }

    /// Disconnects, and keeps what waits for the next connection.
    package func disconnect() async { await stomp.disconnect() }

    /// Disconnects after a word that the user is nowhere, and keeps the place as well for the next connection.
    func suspend() async {
        await presence.goAway()
        await stomp.disconnect()
    }

    /// Ends all subscriptions, after a last word of where the user is, and accepts nothing more; waits for no server.
    func mute() async {
        await presence.leave()
        await stomp.mute()
    }

    /// Ends it all, after a last word of where the user is; nothing arrives after this has returned.
    package func end() async {
        await presence.leave()
        await stomp.end()
    }
}
