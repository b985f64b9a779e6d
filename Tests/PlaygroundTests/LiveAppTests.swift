import LoopbackBroker
import TestSupport
import Testing

/// The bookshop as a person uses it on a terminal.
@Suite(.blocking, .timeLimit(.minutes(10))) struct `The bookshop on a terminal` {
    @Test func `shows each screen with its buttons, and goes from one reader to the other`() throws {
        let terminal = try PseudoTerminal(running: command, ["app"])
        try terminal.expect("│ Log in │\n└────────┘\n  logIn\n")
        terminal.type("logIn")
        try terminal.expect("│ [Shelf]  Profile  │\n└───────────────────┘\n  shelf, profile, book <number>\n")
        terminal.type("book 7")
        try terminal.expect("  reviews, sample, purchase, room, close, swipe\n")
        terminal.type("room")
        try terminal.expect("  say <text>, close, swipe\n")
        terminal.type("say Who is there?")
        try terminal.expect("│   ada: Who is there? │\n")
        terminal.type("as bob")
        try terminal.expect("│ Log in │\n└────────┘\n  logIn\n")
        terminal.type("open 7")
        terminal.type("logIn")
        try terminal.expect("│ Reviews           │\n")
        terminal.type("swipe")
        try terminal.expect("│   ada (talking)   │\n")
        terminal.type("quit")
        #expect(terminal.end() == 0)
    }

    @Test func `shows what the faults of the server lead to`() throws {
        let terminal = try PseudoTerminal(running: command, ["app"])
        terminal.type("logIn")
        try terminal.expect("  shelf, profile, book <number>\n")
        terminal.type("book 7")
        try terminal.expect("  reviews, sample, purchase, room, close, swipe\n")
        terminal.type("purchase")
        terminal.type("lose")
        terminal.type("pay")
        try terminal.expect("│   PaymentUnknown: the answer was lost")
        terminal.type("break")
        terminal.type("retry")
        try terminal.expect("│   Pushing")
        terminal.type("repair")
        try terminal.expect("│   paid: Book 7 for 9.07 EUR")
        terminal.type("revoke")
        try terminal.expect("│   your log-in is not valid any more │\n")
        terminal.type("logIn")
        try terminal.expect("│ Purchase ")
        terminal.endInput()
        #expect(terminal.end() == 0)
    }

    @Test func `lists the requests of all machines, and who asked whom`() throws {
        let terminal = try PseudoTerminal(running: command, ["app"])
        try terminal.expect("  logIn\n")
        terminal.type("logIn")
        try terminal.expect("  shelf, profile, book <number>\n")
        terminal.type("book 7")
        try terminal.expect("  reviews, sample, purchase, room, close, swipe\n")
        terminal.type("purchase")
        terminal.type("pay")
        try terminal.expect("│   paid: Book 7 for 9.07 EUR")
        terminal.type("sequence")
        try terminal.expect("ada: account.logIn: LoggedOut → LoggingIn\n")
        try terminal.expect("ada: account.admitted: LoggingIn → LoggedIn\n")
        try terminal.expect("ada: checkout.purchase: unhandled in BeforeLogIn/Idle\n")
        // The purchase was wanted before the log-in to the checkout, which leads to it.
        try terminal.expect("ada: checkout.loggedIn: BeforeLogIn/LoggingIn → AfterLogIn")
        try terminal.expect("    ada: checkout.purchase: AfterLogIn → BeforePayment/Paying\n")
        terminal.type("sequence mermaid")
        try terminal.expect("  sequenceDiagram\n")
        try terminal.expect(" as ada#colon; checkout\n")
        terminal.type("sequence dot")
        try terminal.expect("“sequence” takes nothing, or mermaid\n")
        terminal.type("quit")
        #expect(terminal.end() == 0)
    }

    @Test func `answers what cannot be done, with what is possible`() throws {
        let terminal = try PseudoTerminal(running: command, ["app"])
        try terminal.expect("  logIn\n")
        terminal.type("room")
        try terminal.expect("there is no “room” on this screen; there is logIn\n")
        terminal.type("logon")
        try terminal.expect("there is no “logon” (did you mean “logIn”?)")
        terminal.type("open 0")
        try terminal.expect("“0” is not the number of a book; they go from 1 to 999\n")
        terminal.type("open")
        try terminal.expect("“open” takes an argument: open <number>\n")
        terminal.type("as eve")
        try terminal.expect("“as” takes a reader: ada, bob\n")
        terminal.type("quit")
        #expect(terminal.end() == 0)
    }

    @Test func `talks to a server elsewhere, with the token of the command line`() async throws {
        let broker = LoopbackBroker { _, secret in secret == "s3cret" }
        try broker.start()
        let words = ["app", "--url", "ws://127.0.0.1:\(broker.port)/ws", "--user", "ada", "--token", "s3cret"]
        let terminal = try PseudoTerminal(running: command, words)
        terminal.type("logIn")
        try terminal.expect("  shelf, profile, book <number>\n")
        // The shelf is there before the connection, and a user who quits at once has never had one.
        await broker.wait { $0.present == ["ada": 1] }
        terminal.type("break")
        try terminal.expect("there is no “break”")
        terminal.type("quit")
        #expect(terminal.end() == 0)
        await broker.wait { $0.present.isEmpty }
        #expect(broker.counts.sessions["ada"] == 1)
    }

    @Test func `says that a server elsewhere has refused the token of the command line`() throws {
        let broker = LoopbackBroker { _, secret in secret == "s3cret" }
        try broker.start()
        let words = ["app", "--url", "ws://127.0.0.1:\(broker.port)/ws", "--user", "ada", "--token", "WRONG"]
        let terminal = try PseudoTerminal(running: command, words)
        terminal.type("logIn")
        try terminal.expect("│   your log-in is not valid any more │\n")
        terminal.type("logIn")
        try terminal.expect("│   the server has refused this token │\n")
        terminal.endInput()
        #expect(terminal.end() == 0)
    }

    @Test func `gives up a log-in that the server does not answer`() throws {
        let terminal = try PseudoTerminal(running: command, ["app"])
        try terminal.expect("  logIn\n")
        terminal.type("stall")
        terminal.type("logIn")
        try terminal.expect("│   one moment, ada … │\n└─────────────────────┘\n  cancel\n")
        terminal.type("cancel")
        try terminal.expect("│ Log in │\n└────────┘\n  logIn\n")
        terminal.type("repair")
        terminal.type("logIn")
        try terminal.expect("  shelf, profile, book <number>\n")
        terminal.endInput()
        #expect(terminal.end() == 0)
    }

    @Test(arguments: [
        (
            ["--nosuch"],
            "there is no option --nosuch; app has --url, --user, --token, --token-file, --ca, --story, --folder, --help"
        ),
        (["--story", "--url"], "--story stands alone"),
    ])
    func `answers options that make no sense, with what is possible`(words: [String], message: String) throws {
        let result = try command.run(["app"] + words)
        #expect(result == Program.Result(status: 64, errors: "playground: \(message)\n"))
    }
}
