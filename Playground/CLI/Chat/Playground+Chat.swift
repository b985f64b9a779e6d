import STOMP
import Foundation
import Messaging
import Sockets
import WebSockets

extension Playground {
    /// Tells the story of two users, or lets a person talk to others.
    static func chat(_ arguments: [String]) async throws {
        if arguments.contains("--help") || arguments.contains("-h") { return print(chatHelp) }
        let options = try ChatOptions(arguments)
        if options.urls.isEmpty { try await ChatStory().tell() } else { try await LiveChat(options).run() }
    }

    /// A session that is not connected, with brokers that are tried in turn.
    ///
    /// A device without a name gets one that no other one has, and what is kept for it goes with a day without it.
    nonisolated static func makeSession(
        of user: String, on device: String?, at urls: [URL], backoff: Backoff = Backoff()
    ) -> MessagingSession {
        var configuration = StompSession.Configuration(urls: urls)
        configuration.socket.backoff = backoff
        var names = MessagingSession.Configuration()
        if device == nil { names.roomHeaders.append(Frame.Header("x-expires", "86400000")) }
        return MessagingSession(
            user: user, device: device ?? UUID().uuidString,
            stomp: StompSession(configuration) { PlatformTransport() }, configuration: names)
    }

    private static let chatHelp = """
        Says who is where and carries a chat, over STOMP on a WebSocket: one connection for each user, whatever screens
        there are, with a token that may come late and change.

          playground chat                   a story of two users, told over a broker in this program
          playground chat --url <url> --user <name> --token <token> [--device <name>] [--room <room>]
                                            talk to others over a broker, such as RabbitMQ with its web STOMP plugin;
                                            with --url several times, the brokers are tried in turn; a broker keeps
                                            what is said for each device of a user that has been in a room: --device
                                            names this one; without it, each run is one of its own, for which
                                            nothing is kept longer than a day

        What is typed is sent to the room. There is also:
          /place <place>                    say where you are, and learn who else is there
          /room <room>                      go to another room
          /quit                             leave

        The exit status is 1 when the broker refuses the token, and 64 when an option makes no sense.
        """
}
