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
            "  from the start: logIn ada loggedIn purchase tea pushed\n"
                + "  passes through PushSuccess: it continues to Stable, paid\n"
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
}
