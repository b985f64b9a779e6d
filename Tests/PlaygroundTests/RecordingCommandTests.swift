import Foundation
import TestSupport
import Testing

@testable import StateInspector
@testable import playground

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
            let pictures = folder.appending(path: "pictures").path(percentEncoded: false)
            let drawn = try command.run(["replay", words[0], path, "--svg", pictures])
            #expect(drawn.output == replay.output + "  \(pictures)/\(words[0]).svg\n", "\(drawn)")
            let picture = try PictureGeometry(String(contentsOfFile: "\(pictures)/\(words[0]).svg", encoding: .utf8))
            #expect(replay.output.hasSuffix("in \(picture.captions.count - 1) requests\n") && picture.problems == [])
            let lines = words.dropFirst().joined(separator: "\n") + "\n"
            #expect(try command.run([words[0], "--record", path], input: lines) == typed)
            #expect(try command.run(["replay", words[0], path]) == replay)
        }
    }

    @Test func `and draws where a machine deviates`() throws {
        try Program.withTemporaryFolder { folder in
            let path = folder.appending(path: "run.jsonl").path(percentEncoded: false)
            #expect(try command.run(["turnstile", "--record", path, "push", "insertCoin"]).status == 0)
            let text = try String(contentsOfFile: path, encoding: .utf8).replacing("unhandled", with: "handled")
            try text.write(toFile: path, atomically: true, encoding: .utf8)
            #expect(try command.run(["replay", "turnstile", path, "--svg", folder.path]).status == 1)
            let picture = try PictureGeometry(String(contentsOfFile: "\(folder.path)/turnstile.svg", encoding: .utf8))
            let captions = [
                "start", "activate()", "recorded: push(): handled in Locked; seen: push(): unhandled in Locked",
            ]
            #expect(picture.captions.map(\.text) == captions)
        }
    }

    @Test func `after it has read the words, and not over its own output`() throws {
        try Program.withTemporaryFolder { folder in
            let path = folder.appending(path: "run.jsonl").path(percentEncoded: false)
            #expect(try command.run(["turnstile", "--record=\(path)", "insertCoin"]).status == 0)
            let kept = try Data(contentsOf: URL(filePath: path))
            for words in ["turnstile --record \(path) puhs", "app --record \(path) --story --folder x"] {
                #expect(try command.run(words.split(separator: " ").map(String.init)).status == 64)
                #expect(try Data(contentsOf: URL(filePath: path)) == kept)
            }
            let output = "exec '\(command.executable.path)' turnstile --record /dev/stdout push > '\(path)'"
            let result = try Program(at: URL(filePath: "/bin/sh")).run(["-c", output])
            #expect(result.status == 64 && result.errors.contains("is the file of the output"))
        }
    }

    @Test(arguments: [
        (["turnstile", "insertCoin"], "Unlocked"), (["player", "load A=1:00,B=1:00", "play", "pause"], "Paused"),
        (["player", "load A=1:00,B=1:00", "play", "stalled"], "Playing/Buffering"),
        (["checkout", "logIn ada", "loggedIn", "purchase tea", "failed x", "retry"], "BeforePayment/Paying"),
    ])
    @MainActor func `and goes on from where a long recording begins`(words: [String], state: String) throws {
        let more = [
            "turnstile": ["push", "insertCoin"], "player": ["next", "pause", "play", "finished"],
            "checkout": ["paid", "pushed"],
        ]
        let idle = ["turnstile": "insertCoin", "player": "seek 0:01", "checkout": "confirm"]
        let lines = words.dropFirst() + Array(repeating: idle[words[0]]!, count: 30) + more[words[0]]!
        func recording<M: Machine>(of machine: M.Type) throws -> Recording {
            let recorder = try Recorder(limit: 10)
            let recorded = M(inRealTime: false)
            recorded.follow(in: recorder.log)
            let playthrough = Playthrough { recorded }
            for line in lines { for request in try M.parse(line.typedWords) { playthrough.perform(request) } }
            return recorder.recording
        }
        let machine = try #require(Playground.machines.first { $0.name == words[0] })
        let recording = try recording(of: machine)
        #expect(recording.lines[0].contains("\"state\":\"\(state)\"") && recording.lines.count < 40)
        #expect(try machine.replay(recording, words[0]).isSame)
    }

    @Test func `and goes on after a machine that cannot be replayed, and names those that there are`() throws {
        try Program.withTemporaryFolder { folder in
            let path = folder.appending(path: "run.jsonl").path(percentEncoded: false)
            #expect(try command.run(["turnstile", "--record", path, "insertCoin", "push"]).status == 0)
            let text = try String(contentsOfFile: path, encoding: .utf8)
            let start = #"{"situations":{"ada: gate":{"isActive":true,"state":"Open"}},"version":2}"# + "\n"
            let request = #"{"machine":"ada: gate","outcome":"handled","request":"x()","state":"Open"}"# + "\n"
            try (text.replacing("turnstile", with: "bob: turnstile") + start + request)
                .write(toFile: path, atomically: true, encoding: .utf8)
            let replay = try command.run(["replay", "app", path])
            #expect(replay.status == 1 && replay.errors == "")
            let lines = replay.output.split(separator: "\n")
            #expect(
                lines.first?.hasPrefix("ada: gate: cannot be replayed: The recording of “ada: gate” begins") == true)
            #expect(lines.last == "bob: turnstile: no deviation in 3 requests")
            let none = try command.run(["page", "player", "--recording", path])
            #expect(none.errors.hasSuffix("no “player” in this recording; there is ada: gate, bob: turnstile\n"))
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
