import TestSupport
import Testing

/// The commands of the shell that go to and fro in a machine, and ask about it.
@Suite(.blocking) struct `The games of the playground` {
    @Test func `go back to before a request, and list those that were handled`() throws {
        #expect(
            try output(
                of: "socket", reading: "connect", "resume", "connected", "history", "undo", "undo", "history", "undo")
                    == """
                    connect: Disconnected → Connecting [open(attempt: 1)]
                    resume: not handled in Connecting; handled here: disconnect, suspend, send, connected, connectionFailed, authFailed
                    connected: Connecting → StartingSession [startSession(number: 1)]
                      1  connect: Disconnected → Connecting [open(attempt: 1)]
                      2  connected: Connecting → StartingSession [startSession(number: 1)]
                    connected: undone, in Connecting (attempt 1, session 0) again
                    connect: undone, in Disconnected (attempt 0, session 0) again
                    playground: there is nothing to undo

                    """)
    }

    @Test func `go back in a machine that works by itself`() throws {
        let terminal = try PseudoTerminal("checkout")
        try terminal.follow([
            "> logIn ada", "loggedIn: BeforeLogIn/LoggingIn → AfterLogIn\n",
            "> purchase tea", "pushed: BeforePush/Pushing → PushSuccess → Stable\n",
            "> undo", "purchase tea: undone, in AfterLogIn (ada) again\n",
            "The services have started again, without faults: ", "> purchase cake",
        ])
        let lines = try terminal.expect("pushed: BeforePush/Pushing → PushSuccess → Stable\n")
        // The log-in that was made again is not reported once more.
        #expect(!lines.contains("loggedIn"))
        terminal.quit()
    }

    @Test func `take back a typed stall at once, though the engine reports it`() throws {
        try follow([
            "$ playground player",
            "> load Fugue=9:00", "load Fugue=9:00: ",
            "> play", "play: Stopped → Playing/Advancing [load Fugue, play]\n",
            "> stalled", "stalled: Playing/Advancing → Playing/Buffering\n",
            "> undo", "stalled: undone, in Playing/Advancing (Fugue 0:00 / 9:00) again\n",
            "The engine has started again: ",
        ])
    }

    @Test(arguments: [
        ("player", "undo 2", "“undo” takes no argument"),
        ("socket", "graph svg", "“graph” takes no argument"),
        ("gate", "? connected", "“?” takes no argument"),
        ("turnstile", "history all", "“history” takes no argument"),
    ])
    func `tell how a command is used`(machine: String, line: String, error: String) throws {
        #expect(try output(of: machine, reading: line) == "playground: \(error)\n")
    }

    @Test func `are not offered where a machine has nothing for them`() throws {
        let help = try output(of: "navigation", reading: "help")
        #expect(help.contains("\n  undo "))
        #expect(!help.contains("\n  twin ") && !help.contains("\n  explain "))
        #expect(try output(of: "checkout", reading: "help").contains("\n  twin on|off "))
    }

    @Test func `say why the graph marks nothing`() throws {
        let remark = "\nYours shows Shelf › Book 9; the graph has book 7 only.\n"
        #expect(try output(of: "navigation", reading: "logIn", "book 9", "graph").hasSuffix(remark))
        #expect(try !output(of: "navigation", reading: "logIn", "book 7", "graph").contains("Yours"))
    }

    /// The requests that are handled are worked out once for a history, but again for another one.
    @Test func `tell of each refusal what is handled instead`() throws {
        let lines = try output(of: "turnstile", reading: "push", "push", "insertCoin", "insertCoin", "undo", "push")
        #expect(
            lines.split(separator: "\n").filter { $0.contains("handled here") } == [
                "push: not handled in Locked; handled here: insertCoin",
                "push: not handled in Locked; handled here: insertCoin",
                "insertCoin: not handled in Unlocked; handled here: push",
                "push: not handled in Locked; handled here: insertCoin",
            ])
    }

    @Test(arguments: [
        ("player", "path to Playing/Buffering", "  from the start: play stalled\n"),
        ("player", "path buffering", "  from the start: play stalled\n"),
        ("player", "path to paused, STALLED", "  from the start: play pause stalled\n"),
        ("player", "path to Stopped", "  it is the initial state\n"),
        ("checkout", "path to Paying", "  from the start: logIn ada loggedIn purchase tea\n"),
        ("navigation", "path to Shelf › Book 7", "  from the start: logIn book 7\n"),
        ("navigation", "path to Reviews", "  from the start: logIn open 7\n"),
        (
            "checkout", "path to PushSuccess",
            "  from the start: logIn ada loggedIn purchase tea paid pushed\n"
                + "  passes through PushSuccess: it continues to Stable\n"
        ),
        ("socket", "path to Suspended/Reconnecting/Attempting", "  from the start: connect suspend\n"),
        (
            "socket", "path to waiting",
            "playground: “waiting” can be Suspended/Reconnecting/Waiting or Reconnecting/Waiting\n"
        ),
        ("player", "path", "playground: “path” takes a state: path to <state>; there is Stopped; Playing/Advancing; "),
        ("player", "path to", "playground: “path” takes a state: path to <state>; there is Stopped; "),
        (
            "socket", "path to Paused",
            "playground: there is no state “Paused”; there is Disconnected; Connecting; "
        ),
    ])
    func `tell the way to a state`(machine: String, line: String, answer: String) throws {
        #expect(try output(of: machine, reading: line).hasPrefix(answer))
    }

    @Test func `take the way that they tell`() throws {
        let answer = try output(of: "checkout", reading: "path to Pushing")
        let path = answer.replacing("  from the start: ", with: "").split(separator: "\n")
        let end = "→ BeforePush/Pushing [3: push receipt 1]\n"
        #expect(try output(of: "checkout", reading: path.joined(separator: " ")).hasSuffix(end))
    }

    @Test func `ask what requests do, the same ones for the same number`() throws {
        let answers = ["Paused", "nonsense", "Advancing", "handled", "unhandled", "unhandled", "play"]
        #expect(
            try output(of: "player", reading: "quiz 7", answers.joined(separator: "\n"))
                == """
                Quiz 7: where does the request lead? Type a state, or handled, unhandled, deferred, refused; \
                “quit” ends the quiz.
                A player with a queue of one track:
                1 of 5: finished in Playing/Advancing?
                wrong, finished in Playing/Advancing: Stopped
                2 of 5: load in Playing/Advancing?
                right, load in Playing/Advancing: Playing/Advancing
                3 of 5: recovered in Playing/Advancing?
                right, recovered in Playing/Advancing: handled
                4 of 5: pause in Stopped?
                right, pause in Stopped: unhandled
                5 of 5: failed in Paused?
                wrong, failed in Paused: Stopped
                3 of 5 right
                play: Stopped → Playing/Advancing [load Aria, play]
                playground: “nonsense” is neither a state nor an outcome; there is Stopped; Playing/Advancing; Paused; \
                Playing/Buffering; handled; unhandled; deferred; refused; “quit” ends the quiz. \
                2 of 5: load in Playing/Advancing?

                """)
    }

    /// Answers each question of some quizzes alike, and returns the lines that tell what is right.
    private func results(of quizzes: ClosedRange<Int>, on machine: String, answer: String) throws -> [Substring] {
        let lines = quizzes.map { "quiz \($0)" + String(repeating: "\n\(answer)", count: 5) }
        return try output(of: machine, reading: lines.joined(separator: "\n")).split(separator: "\n")
            .filter { $0.hasPrefix("right, ") || $0.hasPrefix("wrong, ") }
    }

    @Test func `ask of the machine as it is played, with its follow-ups`() throws {
        let lines = try results(of: 1...60, on: "checkout", answer: "Pushing")
        #expect(lines.count == 300)
        #expect(lines.contains("right, paid in BeforePayment/Paying: BeforePush/Pushing"))
        #expect(lines.contains("wrong, pushed in BeforePush/Pushing: Stable"))
        for name in ["settle", "preparePush", "in PaymentSuccess", "in PushSuccess", ": PaymentSuccess"] {
            #expect(!lines.contains { $0.contains(name) })
        }
    }

    @Test func `accept a short name for each of the states that have it`() throws {
        let lines = try results(of: 1...60, on: "socket", answer: "Waiting")
        let right = Set(lines.filter { $0.hasPrefix("right") }.compactMap { $0.split(separator: ": ").last })
        #expect(right == ["Reconnecting/Waiting", "Suspended/Reconnecting/Waiting"])
        #expect(!lines.contains { $0.hasPrefix("wrong") && $0.hasSuffix("/Waiting") })
    }

    @Test(arguments: ["help", "?"]) func `tell in a quiz how to answer`(line: String) throws {
        let lines = try output(of: "player", reading: "quiz 7", line, "quit").split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines[3] == "Type a state, or handled, unhandled, deferred, refused; “quit” ends the quiz.")
        #expect(lines[4] == lines[2])
        #expect(lines[5] == "No question was answered.")
    }

    @Test func `end a quiz early`() throws {
        let lines = try output(of: "socket", reading: "quiz", "quit", "connect").split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[2] == "No question was answered.")
        #expect(lines[3] == "connect: Disconnected → Connecting [open(attempt: 1)]")
        #expect(
            try output(of: "socket", reading: "quiz x")
                == "playground: “x” is not the number of a quiz; they go from 0 to 18446744073709551615\n")
    }

    @Test func `let an enum handle each request as well`() throws {
        #expect(
            try output(
                of: "player", reading: "play", "twin on", "stalled", "pause", "pause", "undo", "play", "twin off",
                "play")
                    == """
                    play: Stopped → Playing/Advancing [load Aria, play]
                    stalled: Playing/Advancing → Playing/Buffering
                      =  class → Playing/Buffering                   enum → Playing/Buffering
                    pause: Playing/Buffering → Paused [pause]
                      =  class → Paused, stalled                     enum → Paused, stalled
                    pause: handled in Paused (Aria 0:00 / 0:08)
                      =  class handled in Paused, stalled            enum handled in Paused, stalled
                    pause: undone, in Paused (Aria 0:00 / 0:08) again
                    play: Paused → Playing/Buffering [play]
                      =  class → Playing/Buffering                   enum → Playing/Buffering
                    play: handled in Playing/Buffering (Aria 0:00 / 0:08)

                    """)
    }

    @Test func `mark where the published enum of the socket differs`() throws {
        let lines = try output(
            of: "socket", reading: "connect connected suspend connectionFailed", "twin published", "connected")
        #expect(
            lines.hasSuffix("\n  ≠  class → Suspended/Idle                      published → StartingSession\n"))
        #expect(try output(of: "socket", reading: "twin").contains("“twin” takes on, off, published"))
        #expect(try output(of: "navigation", reading: "twin on").contains("navigation has no twin"))
    }

    @Test(arguments: ["turnstile", "player", "socket", "checkout"]) func `find no difference in the tour`(
        machine: String
    )
        throws
    {
        let prompt = "$ playground \(machine) "
        let tour = try command.run().output.split(separator: "\n")
            .filter { $0.hasPrefix(prompt) }.map { String($0.dropFirst(prompt.count)) }
        let lines = try output(of: machine, reading: "twin on", tour.joined(separator: "\n")).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("  =  class ") } >= 7)
        #expect(!lines.contains { $0.hasPrefix("  ≠") })
    }
}
