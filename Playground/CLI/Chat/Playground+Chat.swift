import STOMP
import Foundation
import Messaging
import Sockets
import WebSockets

extension Playground {
    /// Tells the story of two users, or lets a person talk to others.
    static func chat(_ arguments: [String]) async throws {
        let options = try BrokerOptions(arguments, of: "chat", own: ["--device <name>", "--room <room>"])
        if options.urls.isEmpty { try await ChatStory().tell() } else { try await LiveChat(options).run() }
    }

    /// Creates a session that is not connected yet. It tries the brokers in turn.
    ///
    /// If `device` is `nil`, the device gets a random name, and the broker deletes its queues after a day without it.
    nonisolated static func makeSession(
        of user: String, on device: String?, at urls: [URL], backoff: Backoff = Backoff(),
        transport: @escaping @Sendable () -> any Transport = { PlatformTransport() }
    ) -> MessagingSession {
        var configuration = StompSession.Configuration(urls: urls)
        configuration.socket.backoff = backoff
        var names = MessagingSession.Configuration()
        if device == nil { names.roomHeaders.append(HeaderField("x-expires", "86400000")) }
        return MessagingSession(
            user: user, device: device ?? UUID().uuidString,
            stomp: StompSession(configuration, transport: transport), configuration: names)
    }

    static let chatHelp = """
        Presence and chat over STOMP on a WebSocket: one connection for each user, however many screens are open, with a
        token that may come late and change.

          playground chat                   a story of two users, told over a broker in this program
          playground chat --url <url>… --user <user> --token-file <file> [<option>…]
                                            talk to others over a broker, such as RabbitMQ with its web STOMP plugin

        \(BrokerOptions.help)
          --device       a name for this device: a broker keeps the messages of a room for each device of a user that has
                         entered it; without a name, each run is a new device, whose messages are kept for a day
          --room         the room to enter, and the place to be at, in place of harbour

        Typed lines are sent to the room, except for empty ones, and for those that begin with a slash:
          /place <place>                    say where you are, and learn who else is there; next to a broker such as
                                            RabbitMQ this takes a service that answers: playground presence
          /status [<status>]                say what you do there
          /room <room>                      go to another room
          /quit                             leave

        At the end of the input, 10 s are left to connect and to send. The exit status is 1 when there was no connection by
        then, a message was not sent, or the broker refuses the token; it is 64 when an option is invalid.
        """
}
