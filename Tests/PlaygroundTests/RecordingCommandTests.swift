import Foundation
import TestSupport
import Testing

/// Texts and errors are in the article “The playground command”.
@Suite(.blocking) struct `The playground records a machine, and makes its requests again` {
    @Test(arguments: [
        ["turnstile", "insertCoin", "push", "push"], ["player", "play", "seek 0:03", "pause", "finished"],
        ["socket", "connect", "connected", "send hello", "startedSession", "connectionFailed"],
        ["checkout", "logIn ada", "loggedIn", "purchase tea", "paid", "pushed"],
        ["gate", "anotherToken", "connected", "refused", "disconnected", "anotherToken", "noToken"],
        ["navigation", "book 8", "open 7", "logIn", "profile", "book 7", "shelf", "book 9", "swipe", "logOut"],
    ])
    func `and finds no deviation in what was typed or read`(words: [String]) throws {
        try Program.withTemporaryFolder { folder in
            let path = folder.appending(path: "a run.jsonl").path(percentEncoded: false)
            let typed = try command.run([words[0], "--record", path] + words.dropFirst())
            #expect(try typed == command.run(words))
            let replay = try command.run(["replay", words[0], path])
            #expect(replay.status == 0 && replay.output.hasPrefix("\(words[0]): no deviation in "), "\(replay)")
            let lines = words.dropFirst().joined(separator: "\n") + "\n"
            #expect(try command.run([words[0], "--record", path], input: lines) == typed)
            #expect(try command.run(["replay", words[0], path]) == replay)
        }
    }

    @Test(arguments: [
        ("/dev/zero", "A recording has at most 256 MiB."), ("/dev/null", "There is no whole line."),
        ("/bin/sh", "Line 1 is not the beginning of a recording."),
    ])
    func `and says what is wrong with a file`(path: String, sentence: String) throws {
        #expect(
            try command.run(["replay", "turnstile", path])
                == Program.Result(status: 65, errors: "playground: \(sentence)\n"))
    }
}
