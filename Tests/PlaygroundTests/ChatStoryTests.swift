import Foundation
import TestSupport
import Testing

@Suite(.blocking, .timeLimit(.minutes(10))) struct `The story of the chat` {
    @Test func `is told to the end`() throws {
        let result = try command.run(["chat"])
        #expect(result == Program.Result(output: story + "\n"))
    }

    @Test func `is shown in the documentation, in parts`() throws {
        let path = "Sources/Network/Messaging/Messaging.docc/Messaging.md"
        let article = try Document(Program.package.appending(path: path))
        let shown = try #require(article.fences.first { $0.language == "text" && $0.label == "chat" })
        #expect(story.contains(shown.text))
    }

    private let story = """
        Users without a token stay logged out. With a token, a user's coordinator connects.
          ada     LoggedOut
          bob     LoggedOut
          broker  has 0 connections
          ada     logs in and gets token 1
          ada     Connected/Fresh
          bob     logs in and gets token 1
          bob     Connected/Fresh

        Each screen uses the session of its user, reports its place, and learns who else is there.
          ada     opens the lighthouse; others there: no one
          bob     opens the lighthouse; others there: ada
          ada     learns who else is at the lighthouse: bob
          ada     opens the harbour; others there: no one
          bob     learns who else is at the lighthouse: no one
          bob     opens the harbour; others there: ada
          broker  has had 2 connections for 4 screens

        Messages go both ways.
          ada     writes “Ahoy, Bob!”
          bob     sees “ada: Ahoy, Bob!”
          bob     writes “Ahoy, Ada!”
          ada     sees “bob: Ahoy, Ada!”

        The broker is killed and restarted. Messages written in between are sent afterwards.
          broker  stops
          ada     Reconnecting
          bob     Reconnecting
          ada     writes “Is anyone there?”
          ada     sees “ada: Is anyone there? (unsent)”
          broker  starts again
          ada     Connected
          bob     Connected
          bob     sees “ada: Is anyone there?”
          bob     sees 3 messages in total; others there: ada

        An expired token is replaced by a new one, and the session continues.
          ada     gets token 2, which expires in a second
          ada     Connected/Fresh, with the new token
          store   is asked to replace the expired token, and gets token 3
          ada     Connected/Fresh, with the new token
          bob     writes “Were you away?”
          ada     sees “bob: Were you away?”
          ada     writes “Not that I noticed.”
          bob     sees “ada: Not that I noticed.”

        Logging out ends everything: the connection, the subscriptions, and the delivery of messages.
          bob     logs out
          bob     LoggedOut; his session has ended
          ada     learns who else is at the harbour: no one
          ada     writes “Good night, Bob!”
          ada     sees “ada: Good night, Bob!”
          bob     still has “ada: Not that I noticed.” as his last message
          ada     logs out
          ada     LoggedOut
          broker  ada connected 4 times, bob 2 times; neither had more than 1 connection at a time
        """
}
