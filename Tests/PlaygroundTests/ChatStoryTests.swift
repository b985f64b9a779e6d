import Foundation
import TestSupport
import Testing

@Suite(.blocking, .timeLimit(.minutes(10))) struct `The story of the chat` {
    @Test func `is told to the end`() throws {
        let result = try Program(product: "playground").run(["chat"])
        #expect(result == Program.Result(output: story + "\n"))
    }

    @Test func `is shown in the README, in parts`() throws {
        let readme = try Document(Program.package.appending(path: "README.md"))
        let shown = try #require(readme.fences.first { $0.language == "text" && $0.label == "chat" })
        #expect(story.contains(shown.text))
    }

    private let story = """
        Without a token nothing connects. When there is one, the coordinator connects.
          ada     LoggedOut
          bob     LoggedOut
          broker  0 sessions
          ada     logs in, and has token 1
          ada     Connected/Fresh
          bob     logs in, and has token 1
          bob     Connected/Fresh

        Each screen gets the session, reports its place, and learns who else is there.
          ada     opens the lighthouse; others there: no one else
          bob     opens the lighthouse; others there: ada
          ada     others at the lighthouse: bob
          ada     opens the harbour; others there: no one else
          bob     others at the lighthouse: no one else
          bob     opens the harbour; others there: ada
          broker  2 sessions for 4 screens

        Messages go both ways.
          ada     writes “Ahoy, Bob!”
          bob     sees “ada: Ahoy, Bob!”
          bob     writes “Ahoy, Ada!”
          ada     sees “bob: Ahoy, Ada!”

        The broker is killed, and comes back. Messages that are written in between wait.
          broker  is gone
          ada     Reconnecting
          bob     Reconnecting
          ada     writes “Is anyone there?”
          ada     sees “ada: Is anyone there? (unsent)”
          broker  is back
          ada     Connected
          bob     Connected
          bob     sees “ada: Is anyone there?”
          bob     sees 3 messages in all; others there: ada

        An expired token is replaced by a new one, and the session continues.
          ada     gets token 2, which expires in a second
          ada     Connected/Fresh, with the new token
          store   was asked for a new token, and got token 3
          ada     Connected/Fresh, with the new token
          bob     writes “You were away?”
          ada     sees “bob: You were away?”
          ada     writes “Not that I noticed.”
          bob     sees “ada: Not that I noticed.”

        A log-out ends everything: the connection, the subscriptions, and messages on their way.
          bob     logs out
          bob     LoggedOut; his session is gone
          ada     others at the harbour: no one else
          ada     writes “Good night, Bob!”
          ada     sees “ada: Good night, Bob!”
          bob     still sees “ada: Not that I noticed.” last
          ada     logs out
          ada     LoggedOut
          broker  ada had 4 sessions, bob 2; never more than 1 at a time
        """
}
