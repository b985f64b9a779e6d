import Foundation
import TestSupport
import Testing

@Suite(.blocking, .timeLimit(.minutes(60))) struct `The story of the chat` {
    @Test func `runs to the end, with the part that the documentation shows`() throws {
        let path = "Sources/Network/Messaging/Messaging.docc/Messaging.md"
        let article = try Document(Program.package.appending(path: path))
        let shown = try #require(article.fences.first { $0.language == "text" && $0.label == "chat" })
        #expect(try command.run(["chat"]) == Program.Result(output: "\(beginning)\n\(shown.text)\n\(end)\n"))
    }

    private let beginning = """
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

        """

    private let end = """
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
