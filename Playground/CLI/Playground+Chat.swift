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
    nonisolated static func makeSession(of user: String, at urls: [URL], backoff: Backoff = Backoff())
        -> MessagingSession
    {
        var configuration = StompSession.Configuration(urls: urls)
        configuration.socket.backoff = backoff
        return MessagingSession(user: user, stomp: StompSession(configuration) { PlatformTransport() })
    }

    private static let chatHelp = """
        Says who is where and carries a chat, over STOMP on a WebSocket: one connection for each user, whatever screens
        there are, with a token that may come late and change.

          playground chat                   a story of two users, told over a broker in this program
          playground chat --url <url> --user <name> --token <token> [--room <room>]
                                            talk to others over a broker, such as RabbitMQ with its web STOMP plugin;
                                            with --url several times, the brokers are tried in turn

        What is typed is sent to the room. There is also:
          /place <place>                    say where you are, and learn who else is there
          /room <room>                      go to another room
          /quit                             leave

        The exit status is 1 when the broker refuses the token, and 64 when an option makes no sense.
        """
}
