import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `The playground records a machine, and makes its requests again` {
    private func recorded(
        _ words: [String], in folder: URL, input: String = ""
    ) throws -> (result: Program.Result, path: String) {
        let path = folder.appending(path: "a run.jsonl").path(percentEncoded: false)
        return (try command.run([words[0], "--record", path] + words.dropFirst(), input: input), path)
    }

    @Test(arguments: [
        ["turnstile", "insertCoin", "push", "push"], ["player", "play", "seek 0:03", "pause", "finished"],
        ["socket", "connect", "connected", "send hello", "startedSession", "connectionFailed"],
        ["checkout", "logIn ada", "loggedIn", "purchase tea", "paid", "pushed"],
        ["gate", "anotherToken", "connected", "refused", "disconnected", "anotherToken", "noToken"],
    ])
    func `and finds no deviation in what was typed or read`(words: [String]) throws {
        try Program.withTemporaryFolder { folder in
            let (typed, path) = try recorded(words, in: folder)
            #expect(try typed == command.run(words))
            let replay = try command.run(["replay", words[0], path])
            #expect(replay.status == 0 && replay.output.hasPrefix("\(words[0]): no deviation in "), "\(replay)")
            let lines = words.dropFirst().joined(separator: "\n")
            let read = try recorded([words[0]], in: folder, input: lines + "\n")
            #expect(read.result == typed)
            #expect(try command.run(["replay", words[0], path]) == replay)
        }
    }

    @Test func `also the machine that an undo has made`() throws {
        try Program.withTemporaryFolder { folder in
            let (_, path) = try recorded(["turnstile"], in: folder, input: "insertCoin\npush\nundo\npush\n")
            let replay = try command.run(["replay", "turnstile", path])
            #expect(
                replay.output == """
                    turnstile: no deviation in 3 requests
                    turnstile 2: no deviation in 3 requests

                    """)
        }
    }

    @Test func `and shows where it answers otherwise today`() throws {
        try Program.withTemporaryFolder { folder in
            let (_, path) = try recorded(["turnstile", "insertCoin", "insertCoin", "push"], in: folder)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let changed = text.replacing(
                #""outcome":"unhandled","request":"insertCoin()""#,
                with: #""outcome":"handled","request":"insertCoin()""#)
            try changed.write(toFile: path, atomically: true, encoding: .utf8)
            let replay = try command.run(["replay", "turnstile", path])
            #expect(
                replay
                    == Program.Result(
                        status: 1,
                        output: """
                            turnstile: deviates at request 3, line 5
                              recorded: insertCoin(): handled in Unlocked
                              seen:     insertCoin(): unhandled in Unlocked
                              after:    activate(), insertCoin(), insertCoin()
                              fewest:   insertCoin(), insertCoin()

                            """))
        }
    }

    @Test(arguments: [
        ("", 65, "There is no whole line."), ("hello\n", 65, "Line 1 is not the beginning of a recording."),
        ("\u{0}\u{FF}\n", 65, "Line 1 is not the beginning of a recording."),
        (
            #"{"situations":{"turnstile":{"isActive":false,"state":"Locked"}},"version":7}"# + "\n", 65,
            "The recording has version 7; this program reads 1."
        ),
        (
            #"{"situations":{"lamp":{"isActive":false,"state":"Off"}},"version":1}"# + "\n", 65,
            "There is no machine “turnstile” in this recording; there is “lamp”."
        ),
        (
            #"{"situations":{"turnstile":{"isActive":false,"state":"Locked"}},"version":1}"# + "\nPK\n", 65,
            "Line 2 is not a request: it is not JSON."
        ),
        (
            #"{"situations":{"turnstile":{"isActive":true,"state":"Locked"}},"version":1}"# + "\n"
                + #"{"machine":"turnstile","outcome":"handled","request":"kick()","state":"Locked"}"# + "\n", 65,
            "Nothing makes the request “kick()”; there is “insertCoin()”, “push()”."
        ),
    ])
    func `and says what is wrong with a file`(text: String, status: Int32, sentence: String) throws {
        try Program.withTemporaryFolder { folder in
            let path = folder.appending(path: "run.jsonl").path(percentEncoded: false)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(
                try command.run(["replay", "turnstile", path])
                    == Program.Result(status: status, errors: "playground: \(sentence)\n"))
        }
    }

    @Test func `and reads no more of a file than a recording can have`() throws {
        #expect(
            try command.run(["replay", "turnstile", "/dev/zero"])
                == Program.Result(status: 65, errors: "playground: A recording has at most 256 MiB.\n"))
    }

    @Test(arguments: [
        (
            ["replay"],
            "replay takes a machine and a file: replay player run.jsonl; machines: turnstile, player, socket, checkout, gate, app"
        ),
        (
            ["replay", "plaier", "x"],
            "there is no recording of “plaier” (did you mean “player”?); there is turnstile, player, socket, checkout, gate, app"
        ),
        (["replay", "player", "/nowhere/run.jsonl"], "there is no file “/nowhere/run.jsonl” that could be read"),
        (["player", "--record"], "--record takes a file"),
        (["player", "--record", "--keep-going"], "--record takes a file"),
        (["navigation", "--record", "x"], "navigation is many machines; record app instead"),
    ])
    func `and says what cannot be typed`(words: [String], message: String) throws {
        #expect(try command.run(words) == Program.Result(status: 64, errors: "playground: \(message)\n"))
    }

    @Test func `into a file that can be written only`() throws {
        let result = try command.run(["player", "--record", "/nowhere/run.jsonl", "play"])
        #expect(
            result.status == 64 && result.output == ""
                && result.errors.hasPrefix("playground: “/nowhere/run.jsonl” cannot be written: "))
    }
}
