import STOMP
import Synchronization

/// A user's connection to other users while the user is logged in: presence, chat and other messages.
///
/// A ``SessionCoordinator`` creates, connects and ends a session, and passes the same session to every screen.
public final class MessagingSession: Sendable {
    /// The user's name.
    public let user: String
    /// The session with the server, which outlives connections and tokens.
    ///
    /// Only the ``SessionCoordinator`` connects, disconnects and ends the STOMP session, because that affects every
    /// screen. Screens use the methods of `MessagingSession`.
    package let stomp: StompSession
    /// The place in the app where the user is.
    public let presence: Presence
    /// The rooms in which the user talks with others.
    public let chat: Chat
    /// True once a coordinator uses this session. A coordinator must not get the same session for a second log-in.
    private let isClaimed = Mutex(false)

    /// Creates a session that is not connected.
    ///
    /// - Parameters:
    ///   - user: The user's name.
    ///   - device: The name of this device, unique for the user, such as a random name that is stored at the first
    ///     start. A server keeps the messages of a room for each device. A device that keeps its name gets messages
    ///     that it has missed. If two devices have the same name, they share one queue, so each gets only some of the
    ///     messages.
    ///   - stomp: The session with the server; from now on only this session's coordinator connects or ends it.
    ///   - configuration: The names that presence and chat have on the server.
    /// - Precondition: The limit of the history is at least 1, and the interval of reports greater than zero.
    public init(
        user: String, device: String, stomp: StompSession, configuration: Configuration = Configuration()
    ) {
        configuration.check()
        self.user = user
        self.stomp = stomp
        presence = Presence(user: user, stomp: stomp, configuration: configuration)
        chat = Chat(user: user, device: device, stomp: stomp, configuration: configuration)
    }

    /// Traps if a coordinator already uses this session. An ended session would never connect.
    func claim() {
        let isClaimed = isClaimed.withLock { isClaimed in
            defer { isClaimed = true }
            return isClaimed
        }
        if isClaimed { fatalError("Each log-in needs a new session, and each coordinator its own.") }
    }

    package func connect(with token: AccessToken) async {
        await presence.comeBack()
        await stomp.connect(with: token.credentials)
    }

    /// Disconnects. Subscriptions and unacknowledged messages wait for the next connection.
    package func disconnect() async { await stomp.disconnect() }

    /// Tells the session that the network is back: a wait for the next attempt to connect ends at once.
    ///
    /// Without such a wait this does nothing. ``SessionCoordinator/networkIsBack()`` also ends the coordinator's waits.
    public func networkIsBack() async { await stomp.skipWait() }

    /// Reports that the user is away, and disconnects. The place is reported again on the next connection.
    func suspend() async {
        await presence.goAway()
        await stomp.disconnect()
    }

    /// Drops the connection at once. The place is reported again on the next connection.
    func abort() async { await stomp.abort() }

    /// Reports that the user has left, ends all subscriptions, and refuses further messages, without waiting.
    func mute() async {
        await presence.leave()
        await stomp.stopDelivery()
    }

    /// Reports that the user has left, and ends the session. Nothing arrives after this has returned.
    package func end() async {
        await presence.leave()
        await stomp.end()
    }
}
