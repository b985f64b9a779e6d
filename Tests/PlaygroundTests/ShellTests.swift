import Foundation
import TestSupport
import Testing

/// The command on a terminal, as a person has it before them.
@Suite(.blocking, .timeLimit(.minutes(10))) struct `The playground on a terminal` {
    @Test func `asks which machine, and shows each exit, entry and transition`() throws {
        let terminal = try PseudoTerminal()
        try terminal.expect("Which one? ")
        let names = "turnstile, player, socket, checkout, navigation, gate"
        try terminal.type("nosuch", expecting: "there is no machine “nosuch”; there is \(names)")
        try terminal.type(
            "7", expecting: "there is no machine “7”; type 1 to 6 or a name: \(names); or tour, help, quit\n")
        try terminal.type(
            "\(Int.min)", expecting: "there is no machine “\(Int.min)”; type 1 to 6 or a name: ")
        try terminal.type("help", expecting: "playground compare <name>")
        try terminal.type("tour", expecting: "Try it: playground turnstile")
        try terminal.type("Player", expecting: "  enter Stopped\nStopped (Aria 0:00 / 0:08)> ")
        try terminal.type(
            "play", expecting: "  exit  Stopped\n  enter Playing\n  enter Playing/Advancing\n",
            "play: Stopped → Playing/Advancing [load Aria, play]\n")
        try terminal.type(
            "pause", expecting: "  exit  Playing/Advancing\n  exit  Playing\n  enter Paused\npause:")
        terminal.quit()
    }

    @Test(arguments: [("6", "gate:"), ("GATE", "gate:"), (" 1 ", "turnstile:")])
    func `finds a machine by its number, and in capitals`(typed: String, answer: String) throws {
        let terminal = try PseudoTerminal()
        try terminal.expect("Which one? ")
        try terminal.type(typed, expecting: "\n\(answer)")
        terminal.quit()
    }

    @Test func `begins with the turnstile of the README`() throws {
        let terminal = try PseudoTerminal()
        try terminal.expect("  1  turnstile: ")
        try terminal.type("turnstile", expecting: "  enter Locked\nLocked (0 passages)> ")
        try terminal.type("insertCoin", expecting: "insertCoin: Locked → Unlocked\nUnlocked (0 passages)> ")
        try terminal.type("push", expecting: "push: Unlocked → Locked\nLocked (1 passage)> ")
        terminal.quit()
        func states(of source: String) throws -> [String] {
            // Visibility is what differs.
            let text = source.replacing("public ", with: "")
            let start = try #require(text.firstRange(of: "    final class Locked")).lowerBound
            let end = try #require(text.firstRange(of: "    let locked")).lowerBound
            return text[start..<end].split(separator: "\n").map(String.init)
        }
        let readme = try Document(Program.package.appending(path: "README.md"))
        let shown = try #require(readme.fences.first { $0.language == "swift" && $0.label.isEmpty }).text
        let file = Program.package.appending(path: "Playground/EnumTwins/Turnstile/Turnstile.swift")
        #expect(try states(of: shown) == states(of: Document(file).text))
    }

    @Test func `shows the tour when it is asked for`() throws {
        #expect(try command.run(["tour"]) == command.run([]))
    }

    @Test func `tells what is handled now, has help, and answers what it does not know`() throws {
        let terminal = try PseudoTerminal("player")
        try terminal.expect("> ")
        try terminal.type("?", expecting: "handled here: load, play, stop\n")
        try terminal.type("hop", expecting: "player has no request “hop”; it has load, play,")
        try terminal.type("seek soon", expecting: "“soon” is not a time")
        try terminal.type("pause", expecting: "pause: not handled in Stopped; handled here: load, play, stop\n")
        try terminal.type(
            "graph", expecting: "A player with a queue of one track:\n▸ Stopped\n      entry / stop\n",
            "\nYours has 3 tracks: as long as there is a next one, finished goes on with that.\n")
        try terminal.type("load none graph", expecting: "player has no request “graph”")
        terminal.type("load none")
        try terminal.type("graph", expecting: "\nYours has no track: it has to load one before it plays.\n")
        terminal.type("load Air=0:05")
        try terminal.type("graph", expecting: "      load / load Fugue → Paused\nStopped (Air")
        try terminal.type("help", expecting: "seek <time>", "leave\n")
        terminal.quit("exit")
    }

    @Test func `shows what the engine reports by itself`() throws {
        let terminal = try PseudoTerminal("player")
        try terminal.expect("> ")
        try terminal.type(
            "load Air=0.01,Badinerie=1:00 play",
            expecting: "finished: Playing/Advancing → Playing/Advancing [load Badinerie]\n")
        try terminal.type("stalled", expecting: "stalled: Playing/Advancing → Playing/Buffering\n")
        try terminal.type("recovered", expecting: "recovered: Playing/Buffering → Playing/Advancing\n")
        try terminal.type("funnel", expecting: "Playing/Buffering    1 ×")
        terminal.quit()
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
        let terminal = try PseudoTerminal("checkout")
        try terminal.expect("BeforeLogIn/Idle (not logged in)> ")
        try terminal.type("failLogIn", expecting: "  the next log-in fails\n")
        try terminal.type(
            "logIn ada", expecting: "declined wrong password: BeforeLogIn/LoggingIn → BeforeLogIn/LogInFailed")
        try terminal.type(
            "logIn ada", expecting: "  exit  BeforeLogIn/LoggingIn\n  exit  BeforeLogIn\n  enter AfterLogIn\n",
            "loggedIn: BeforeLogIn/LoggingIn → AfterLogIn\n")
        for line in ["failPayment", "loseAnswer"] { terminal.type(line) }
        try terminal.type("failPush", expecting: "  the next notification fails\n")
        try terminal.type(
            "purchase tea", expecting: "declined declined: BeforePayment/Paying → BeforePayment/PaymentFailed")
        try terminal.type(
            "retry", expecting: "failed the answer was lost: BeforePayment/Paying → BeforePayment/PaymentUnknown")
        try terminal.type(
            "retry", expecting: "paid: BeforePayment/Paying → PaymentSuccess → BeforePush/Pushing",
            "declined unreachable: BeforePush/Pushing → BeforePush/PushFailed")
        try terminal.type("graph", expecting: "▸   PushFailed\n        retry → BeforePush/Pushing\n")
        try terminal.type("retry", expecting: "pushed: BeforePush/Pushing → PushSuccess → Stable\n")
        try terminal.type("charges", expecting: "  receipt 1: tea for 4.20 EUR, key 1\n")
        try terminal.type(
            "journal", expecting: "  activate: BeforeLogIn → BeforeLogIn/Idle\n",
            "  settle: PushSuccess → Stable\n")
        terminal.quit()
    }

    @Test func `cancels what a slow service of a checkout has under way`() throws {
        let terminal = try PseudoTerminal("checkout")
        try terminal.expect("> ")
        try terminal.type("logIn ada", expecting: "loggedIn: BeforeLogIn/LoggingIn → AfterLogIn\n")
        try terminal.type("slow", expecting: "  each service takes 10 s from now on\n")
        try terminal.type(
            "purchase tea",
            expecting: "BeforePayment/Paying (ada, tea for 4.20 EUR, not charged, try 2 in progress)> ")
        terminal.type("fast")
        try terminal.type("cancel", expecting: "voided: BeforePayment/Voiding → Stable\n")
        try terminal.type("purchase tea", expecting: "pushed: BeforePush/Pushing → PushSuccess → Stable\n")
        try terminal.type("charges", expecting: "  receipt 1: tea for 4.20 EUR, key 2\n")
        terminal.quit()
    }

    @Test func `redraws the screens of the bookshop, from log-in to log-out`() throws {
        let terminal = try PseudoTerminal("navigation")
        try terminal.expect("  enter Log in\n┌────────┐\n│ Log in │\n└────────┘\nLog in (AppFlow, LogInFlow)> ")
        try terminal.type("open 7", expecting: "open 7: deferred in Log in\n", "Log in (a link waits)> ")
        try terminal.type(
            "logIn", expecting: "  exit  Log in\n  enter Tabs\n  enter Book 7\n  enter Reviews\n",
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
            """)
        try terminal.type("swipe", expecting: "  exit  Reviews\n", "BookFlow, ProfileFlow)> ")
        try terminal.type(
            "swipe", expecting: "  exit  Book 7\nswipe: Shelf › Book 7 → Shelf\n",
            "Shelf (AppFlow, MainFlow, ShelfFlow, ProfileFlow)> ")
        try terminal.type("profile", expecting: "│  Shelf  [Profile] │\n")
        try terminal.type("graph", expecting: "▸ Profile\n      shelf → Shelf\n")
        try terminal.type(
            "logOut", expecting: "  exit  Tabs\n  enter Log in\n",
            "logOut: Profile → Log in [ProfileFlow: logOut, MainFlow: logOut, AppFlow: logOut,")
        try terminal.type("flows", expecting: "  AppFlow\n  LogInFlow\n")
        try terminal.type("screens", expecting: "  └────────┘\nLog in (AppFlow, LogInFlow)> ")
        terminal.quit()
    }
}
