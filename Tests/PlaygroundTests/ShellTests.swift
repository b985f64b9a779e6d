import Foundation
import TestSupport
import Testing

/// The command on a terminal, as a person has it before them.
@Suite(.blocking, .timeLimit(.minutes(10))) struct `The playground on a terminal` {
    @Test func `asks which machine, and shows each exit, entry and transition`() throws {
        let terminal = try PseudoTerminal(running: Program(product: "playground"))
        try terminal.expect("Which one? ")
        terminal.type("nosuch")
        try terminal.expect(
            "there is no machine “nosuch”; there is turnstile, player, socket, checkout, navigation, gate")
        terminal.type("7")
        try terminal.expect(
            "there is no machine “7”; type 1 to 6 or a name: turnstile, player, socket, checkout, navigation, gate; or tour, help, quit\n"
        )
        terminal.type("\(Int.min)")
        try terminal.expect("there is no machine “\(Int.min)”; type 1 to 6 or a name: ")
        terminal.type("help")
        try terminal.expect("playground compare <name>")
        terminal.type("tour")
        try terminal.expect("Try it: playground turnstile")
        terminal.type("Player")
        try terminal.expect("  enter Stopped\nStopped (Aria 0:00 / 0:08)> ")
        terminal.type("play")
        try terminal.expect(
            "  exit  Stopped\n  enter Playing\n  enter Playing/Advancing\nplay: Stopped → Playing/Advancing [load Aria, play]\n"
        )
        terminal.type("pause")
        try terminal.expect("  exit  Playing/Advancing\n  exit  Playing\n  enter Paused\npause:")
        terminal.type("quit")
        #expect(terminal.end() == 0)
    }

    @Test(arguments: [("6", "gate:"), ("GATE", "gate:"), (" 1 ", "turnstile:")])
    func `finds a machine by its number, and in capitals`(typed: String, answer: String) throws {
        let terminal = try PseudoTerminal(running: Program(product: "playground"))
        try terminal.expect("Which one? ")
        terminal.type(typed)
        try terminal.expect("\n\(answer)")
        terminal.type("quit")
        #expect(terminal.end() == 0)
    }

    @Test func `shows the tour when it is asked for`() throws {
        let command = Program(product: "playground")
        #expect(try command.run(["tour"]) == command.run([]))
    }

    @Test func `tells what is handled now, has help, and answers what it does not know`() throws {
        let terminal = try PseudoTerminal(running: Program(product: "playground"), ["player"])
        try terminal.expect("> ")
        terminal.type("?")
        try terminal.expect("handled here: load, play, stop\n")
        terminal.type("hop")
        try terminal.expect("player has no request “hop”; it has load, play,")
        terminal.type("seek soon")
        try terminal.expect("“soon” is not a time")
        terminal.type("pause")
        try terminal.expect("pause: not handled in Stopped; handled here: load, play, stop\n")
        terminal.type("graph")
        try terminal.expect("A player with a queue of one track:\n▸ Stopped\n      play → Playing/Advancing\n")
        try terminal.expect("\nYours has 3 tracks: as long as there is a next one, finished goes on with that.\n")
        terminal.type("load none graph")
        try terminal.expect("player has no request “graph”")
        terminal.type("load none")
        terminal.type("graph")
        try terminal.expect("\nYours has no track: it has to load one before it plays.\n")
        terminal.type("load Air=0:05")
        terminal.type("graph")
        try terminal.expect("      load, recovered → Paused\nStopped (Air")
        terminal.type("help")
        try terminal.expect("seek <time>")
        try terminal.expect("leave\n")
        terminal.type("exit")
        #expect(terminal.end() == 0)
    }

    @Test func `shows what the engine reports by itself`() throws {
        let terminal = try PseudoTerminal(running: Program(product: "playground"), ["player"])
        try terminal.expect("> ")
        terminal.type("load Air=0.01,Badinerie=1:00 play")
        try terminal.expect("finished: Playing/Advancing → Playing/Advancing [load Badinerie]\n")
        terminal.type("stalled")
        try terminal.expect("stalled: Playing/Advancing → Playing/Buffering\n")
        terminal.type("recovered")
        try terminal.expect("recovered: Playing/Buffering → Playing/Advancing\n")
        terminal.type("funnel")
        try terminal.expect("Playing/Buffering    1 ×")
        terminal.type("quit")
        #expect(terminal.end() == 0)
    }

    @Test func `watches the position until a line is typed, and leaves when the input ends`() throws {
        let terminal = try PseudoTerminal(running: Program(product: "playground"), ["player"])
        try terminal.expect("> ")
        terminal.type("load Air=10:00")
        try terminal.expect("> ")
        terminal.type("play")
        try terminal.expect("> ")
        terminal.type("watch")
        func nextPosition() throws -> Substring {
            try terminal.expect("(Air ")
            return try terminal.expect(" / 10:00) ").prefix(4)
        }
        let first = try nextPosition()
        while try nextPosition() == first {}
        terminal.type("")
        try terminal.expect("> ")
        terminal.type("watch")
        try terminal.expect("(Air 0:")
        terminal.type("pause")
        try terminal.expect("pause: Playing/Advancing → Paused [pause]\n")
        try terminal.expect("> ")
        terminal.endInput()
        #expect(terminal.end() == 0)
    }

    @Test func `lets the services of a checkout fail, and tells the whole story`() throws {
        let terminal = try PseudoTerminal(running: Program(product: "playground"), ["checkout"])
        try terminal.expect("BeforeLogIn/Idle (not logged in)> ")
        terminal.type("failLogIn")
        try terminal.expect("  the next log-in fails\n")
        terminal.type("logIn ada")
        try terminal.expect("declined wrong password: BeforeLogIn/LoggingIn → BeforeLogIn/LogInFailed")
        terminal.type("logIn ada")
        try terminal.expect("  exit  BeforeLogIn/LoggingIn\n  exit  BeforeLogIn\n  enter AfterLogIn\n")
        try terminal.expect("loggedIn: BeforeLogIn/LoggingIn → AfterLogIn\n")
        terminal.type("failPayment")
        terminal.type("loseAnswer")
        terminal.type("failPush")
        try terminal.expect("  the next notification fails\n")
        terminal.type("purchase tea")
        try terminal.expect("declined declined: BeforePayment/Paying → BeforePayment/PaymentFailed")
        terminal.type("retry")
        try terminal.expect("failed the answer was lost: BeforePayment/Paying → BeforePayment/PaymentUnknown")
        terminal.type("retry")
        try terminal.expect("paid: BeforePayment/Paying → PaymentSuccess → BeforePush/Pushing")
        try terminal.expect("declined unreachable: BeforePush/Pushing → BeforePush/PushFailed")
        terminal.type("graph")
        try terminal.expect("▸   PushFailed\n        retry → BeforePush/Pushing\n")
        terminal.type("retry")
        try terminal.expect("pushed: BeforePush/Pushing → PushSuccess → Stable\n")
        terminal.type("charges")
        try terminal.expect("  receipt 1: tea for 4.20 EUR, key 1\n")
        terminal.type("journal")
        try terminal.expect("  activate: BeforeLogIn → BeforeLogIn/Idle\n")
        try terminal.expect("  settle: PushSuccess → Stable\n")
        terminal.type("quit")
        #expect(terminal.end() == 0)
    }

    @Test func `cancels what a slow service of a checkout has under way`() throws {
        let terminal = try PseudoTerminal(running: Program(product: "playground"), ["checkout"])
        try terminal.expect("> ")
        terminal.type("logIn ada")
        try terminal.expect("loggedIn: BeforeLogIn/LoggingIn → AfterLogIn\n")
        terminal.type("slow")
        try terminal.expect("  each service takes 10 s from now on\n")
        terminal.type("purchase tea")
        try terminal.expect("BeforePayment/Paying (ada, tea for 4.20 EUR, not charged, try 2 in progress)> ")
        terminal.type("fast")
        terminal.type("cancel")
        try terminal.expect("voided: BeforePayment/Voiding → Stable\n")
        terminal.type("purchase tea")
        try terminal.expect("pushed: BeforePush/Pushing → PushSuccess → Stable\n")
        terminal.type("charges")
        try terminal.expect("  receipt 1: tea for 4.20 EUR, key 2\n")
        terminal.type("quit")
        #expect(terminal.end() == 0)
    }

    @Test func `redraws the screens of the bookshop, from log-in to log-out`() throws {
        let terminal = try PseudoTerminal(running: Program(product: "playground"), ["navigation"])
        try terminal.expect("  enter Log in\n┌────────┐\n│ Log in │\n└────────┘\nLog in (AppFlow, LogInFlow)> ")
        terminal.type("open 7")
        try terminal.expect("open 7: deferred in Log in\n")
        try terminal.expect("Log in (a link waits)> ")
        terminal.type("logIn")
        try terminal.expect("  exit  Log in\n  enter Tabs\n  enter Book 7\n  enter Reviews\n")
        try terminal.expect("logIn: Log in → Shelf › Book 7 › Reviews [LogInFlow: loggedIn, AppFlow: loggedIn,")
        try terminal.expect(
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
        terminal.type("swipe")
        try terminal.expect("  exit  Reviews\n")
        terminal.type("swipe")
        try terminal.expect("  exit  Book 7\nswipe: Shelf › Book 7 → Shelf\n")
        try terminal.expect("Shelf (AppFlow, MainFlow, ShelfFlow, ProfileFlow)> ")
        terminal.type("profile")
        try terminal.expect("│  Shelf  [Profile] │\n")
        terminal.type("graph")
        try terminal.expect("▸ Profile\n      shelf → Shelf\n")
        terminal.type("logOut")
        try terminal.expect("  exit  Tabs\n  enter Log in\n")
        try terminal.expect("logOut: Profile → Log in [ProfileFlow: logOut, MainFlow: logOut, AppFlow: logOut,")
        terminal.type("flows")
        try terminal.expect("  AppFlow\n  LogInFlow\n")
        terminal.type("screens")
        try terminal.expect("  └────────┘\nLog in (AppFlow, LogInFlow)> ")
        terminal.type("quit")
        #expect(terminal.end() == 0)
    }
}
