import Foundation
import TestSupport
import Testing

/// The command on a terminal, as a person has it before them.
@Suite(.blocking, .timeLimit(.minutes(60))) struct `The playground on a terminal` {
    @Test func `asks which machine, and shows each exit, entry and transition`() throws {
        let names = "turnstile, player, socket, checkout, navigation, gate"
        let choice = "type 1 to 6 or a name: "
        try follow([
            "$ playground", "Which one? ", "> nosuch", "there is no machine “nosuch”; there is \(names)",
            "> 7", "there is no machine “7”; \(choice)\(names); or tour, help, quit\n",
            "> \(Int.min)", "there is no machine “\(Int.min)”; \(choice)",
            "> +1", "there is no machine “+1”; \(choice)",
            "> help", "playground compare <name>", "> tour", "Try it: playground turnstile",
            "> Player", "  enter Stopped\nStopped (Aria 0:00 / 0:08)> ",
            "> play", "  exit  Stopped\n  enter Playing\n  enter Playing/Advancing\n",
            "play: Stopped → Playing/Advancing [load Aria, play]\n",
            "> pause", "  exit  Playing/Advancing\n  exit  Playing\n  enter Paused\npause:",
        ])
    }

    @Test(arguments: [("6", "gate:"), ("GATE", "gate:"), (" 1 ", "turnstile:")])
    func `finds a machine by its number, and in capitals`(typed: String, answer: String) throws {
        try follow(["$ playground", "Which one? ", "> \(typed)", "\n\(answer)"])
    }

    @Test func `begins with the turnstile of the README`() throws {
        try follow([
            "$ playground", "  1  turnstile: ", "> turnstile", "  enter Locked\nLocked (0 passages)> ",
            "> insertCoin", "insertCoin: Locked → Unlocked\nUnlocked (0 passages)> ",
            "> push", "push: Unlocked → Locked\nLocked (1 passage)> ",
        ])
        func states(of source: String) throws -> [String] {
            // Visibility is what differs.
            let text = source.replacing("public ", with: "")
            let start = try #require(text.firstRange(of: "    final class Locked")).lowerBound
            let end = try #require(text.firstRange(of: "    let locked")).lowerBound
            return text[start..<end].split(separator: "\n").map(String.init)
        }
        let readme = try Document(Program.package.appending(path: "README.md"))
        let shown = try #require(readme.fences.first { $0.language == "swift" && $0.label.isEmpty }).text
        let file = Program.package.appending(path: "Playground/Contrast/Turnstile/Turnstile.swift")
        #expect(try states(of: shown) == states(of: Document(file).text))
    }

    @Test func `shows the tour when it is asked for`() throws {
        #expect(try command.run(["tour"]) == command.run([]))
    }

    @Test func `tells what is handled now, has help, and answers what it does not know`() throws {
        let terminal = try PseudoTerminal("player")
        try terminal.follow([
            "> ?", "handled here: load, play, stop, next\n",
            "> hop", "player has no request “hop”; it has load, play,",
            "> seek soon", "“soon” is not a time",
            "> pause", "pause: not handled in Stopped; handled here: load, play, stop, next\n",
            "> graph", "A player with a queue of one track:\n▸ Stopped\n      entry / stop\n",
            "\nYours has 3 tracks: while there is a next one, finished and next continue with that.\n",
            "> load none graph", "player has no request “graph”",
            "> load none", "> graph", "\nYours has no track: it has to load one before it plays.\n",
            "> load Air=0:05", "> graph", "      load / load Fugue → Paused\nStopped (Air",
            "> help", "seek <time>", "leave\n",
        ])
        terminal.quit("exit")
    }

    @Test func `shows what the engine reports by itself`() throws {
        try follow([
            "$ playground player",
            "> load Air=0.01,Badinerie=1:00 play",
            "finished: Playing/Advancing → Playing/Advancing [load Badinerie]\n",
            "> stalled", "stalled: Playing/Advancing → Playing/Buffering\n",
            "> recovered", "recovered: Playing/Buffering → Playing/Advancing\n",
            "> funnel", "Playing/Buffering    1 ×",
        ])
    }

    @Test func `watches the position until a line is typed, and leaves when the input ends`() throws {
        let terminal = try PseudoTerminal("player")
        try terminal.expect("> ")
        for line in ["load Air=10:00", "play"] { try terminal.type(line, expecting: "> ") }
        terminal.type("watch")
        func nextPosition() throws -> Substring {
            try terminal.expect("(Air ")
            return try terminal.expect(" / 10:00) ").prefix(4)
        }
        let first = try nextPosition()
        while try nextPosition() == first {}
        try terminal.type("", expecting: "> ")
        try terminal.type("watch", expecting: "(Air 0:")
        try terminal.type("pause", expecting: "pause: Playing/Advancing → Paused [pause]\n", "> ")
        terminal.finish()
    }

    @Test func `lets the services of a checkout fail, and tells the whole story`() throws {
        try follow([
            "$ playground checkout",
            "BeforeLogIn/Idle (not logged in)> ", "> failLogIn", "  the next log-in fails\n",
            "> logIn ada", "declined wrong password: BeforeLogIn/LoggingIn → BeforeLogIn/LogInFailed",
            "> logIn ada", "  exit  BeforeLogIn/LoggingIn\n  exit  BeforeLogIn\n  enter AfterLogIn\n",
            "loggedIn: BeforeLogIn/LoggingIn → AfterLogIn\n",
            "> failPayment", "> loseAnswer", "> failPush", "  the next notification fails\n",
            "> purchase tea", "declined declined: BeforePayment/Paying → BeforePayment/PaymentFailed",
            "> retry", "failed the answer was lost: BeforePayment/Paying → BeforePayment/PaymentUnknown",
            "> retry", "paid: BeforePayment/Paying → PaymentSuccess → BeforePush/Pushing",
            "declined unreachable: BeforePush/Pushing → BeforePush/PushFailed",
            "> graph", "▸   PushFailed\n        retry → BeforePush/Pushing\n",
            "> retry", "pushed: BeforePush/Pushing → PushSuccess → Stable\n",
            "> charges", "  receipt 1: tea for 4.20 EUR, key 1\n",
            "> journal", "  activate: BeforeLogIn → BeforeLogIn/Idle\n", "  settle: PushSuccess → Stable\n",
        ])
    }

    @Test func `cancels the current job of a slow service of a checkout`() throws {
        try follow([
            "$ playground checkout",
            "> logIn ada", "loggedIn: BeforeLogIn/LoggingIn → AfterLogIn\n",
            "> slow", "  each service takes 10 s from now on\n",
            "> purchase tea", "BeforePayment/Paying (ada, tea for 4.20 EUR, not charged, try 2 in progress)> ",
            "> fast", "> cancel", "voided: BeforeVoid/Voiding → Stable\n",
            "> purchase tea", "pushed: BeforePush/Pushing → PushSuccess → Stable\n",
            "> charges", "  receipt 1: tea for 4.20 EUR, key 2\n",
        ])
    }

    @Test func `redraws the screens of the bookshop, from log-in to log-out`() throws {
        try follow([
            "$ playground navigation",
            "  enter Log in\n┌────────┐\n│ Log in │\n└────────┘\nLog in (AppFlow, LogInFlow)> ",
            "> open 7", "open 7: deferred in Log in\n", "Log in (a link waits)> ",
            "> logIn", "  exit  Log in\n  enter Tabs\n  enter Book 7\n  enter Reviews\n",
            "logIn: Log in → Shelf › Book 7 › Reviews [LogInFlow: loggedIn, AppFlow: loggedIn,",
            """
            ┌───────────────────┐
            │ Reviews           │
            ├───────────────────┤
            │ Book 7            │
            ├───────────────────┤
            │ [Shelf]  Profile  │
            └───────────────────┘
            Shelf › Book 7 › Reviews (AppFlow, MainFlow, ShelfFlow, BookFlow, ProfileFlow)>\u{20}
            """,
            "> swipe", "  exit  Reviews\n", "BookFlow, ProfileFlow)> ",
            "> swipe", "  exit  Book 7\nswipe: Shelf › Book 7 → Shelf\n",
            "Shelf (AppFlow, MainFlow, ShelfFlow, ProfileFlow)> ",
            "> profile", "│  Shelf  [Profile] │\n", "> graph", "▸ Profile\n      shelf → Shelf\n",
            "> logOut", "  exit  Tabs\n  enter Log in\n",
            "logOut: Profile → Log in [ProfileFlow: logOut, MainFlow: logOut, AppFlow: logOut,",
            "> flows", "  AppFlow\n  LogInFlow\n",
            "> screens", "  └────────┘\nLog in (AppFlow, LogInFlow)> ",
        ])
    }

    @Test func `goes back in a machine that works by itself`() throws {
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

    @Test func `takes back a typed stall at once, though the engine reports it`() throws {
        try follow([
            "$ playground player",
            "> load Fugue=9:00", "load Fugue=9:00: ",
            "> play", "play: Stopped → Playing/Advancing [load Fugue, play]\n",
            "> stalled", "stalled: Playing/Advancing → Playing/Buffering\n",
            "> undo", "stalled: undone, in Playing/Advancing (Fugue 0:00 / 9:00) again\n",
            "The engine has started again: ",
        ])
    }
}
