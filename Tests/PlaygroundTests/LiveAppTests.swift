import LoopbackBroker
import TestSupport
import Testing

/// The bookshop as a person uses it on a terminal.
@Suite(.blocking, .timeLimit(.minutes(60))) struct `The bookshop on a terminal` {
    @Test func `shows each screen with its buttons, and goes from one reader to the other`() throws {
        try follow([
            "$ playground app",
            "│ Log in │\n└────────┘\n  logIn\n",
            "> logIn", "│ [Shelf]  Profile  │\n└───────────────────┘\n  shelf, profile, book <number>\n",
            "> book 7", "  reviews, sample, purchase, room, close, swipe\n",
            "> room", "  say <text>, close, swipe\n",
            "> say Who is there?", "│   ada: Who is there? │\n",
            "> as bob", "│ Log in │\n└────────┘\n  logIn\n",
            "> open 7", "> logIn", "│ Reviews           │\n",
            "> swipe", "│   ada (talking)   │\n",
        ])
    }

    @Test func `shows what the faults of the server lead to`() throws {
        let terminal = try PseudoTerminal("app")
        try terminal.follow([
            "> logIn", "  shelf, profile, book <number>\n",
            "> book 7", "  reviews, sample, purchase, room, close, swipe\n",
            "> purchase", "> break", "> lose", "> pay", "│   Pushing",
            "> repair", "│   paid: Book 7 for 9.07 EUR",
            "> revoke", "│   your log-in is not valid any more │\n",
            "> logIn", "│ Purchase ",
        ])
        terminal.finish()
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
        try follow([
            "$ playground app",
            "  logIn\n",
            "> room", "there is no “room” on this screen; there is logIn\n",
            "> logon", "there is no “logon” (did you mean “logIn”?)",
            "> open 0", "“0” is not the number of a book; they go from 1 to 999\n",
            "> open", "“open” takes an argument: open <number>\n",
            "> as eve", "“as” takes a reader: ada, bob\n",
        ])
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
        terminal.quit()
        await broker.wait { $0.present.isEmpty }
        #expect(broker.counts.sessions["ada"] == 1)
    }

    @Test func `says that a server elsewhere has refused the token of the command line`() throws {
        let broker = LoopbackBroker { _, secret in secret == "s3cret" }
        try broker.start()
        let words = ["app", "--url", "ws://127.0.0.1:\(broker.port)/ws", "--user", "ada", "--token", "WRONG"]
        let terminal = try PseudoTerminal(running: command, words)
        try terminal.follow([
            "> logIn", "│   your log-in is not valid any more │\n",
            "> logIn", "│   the server has refused this token │\n",
        ])
        terminal.finish()
    }

    @Test func `ends a log-in that the server does not answer`() throws {
        let terminal = try PseudoTerminal("app")
        try terminal.follow([
            "  logIn\n",
            "> stall", "> logIn", "│   one moment, ada … │\n└─────────────────────┘\n  cancel\n",
            "> cancel", "│ Log in │\n└────────┘\n  logIn\n",
            "> repair", "> logIn", "  shelf, profile, book <number>\n",
        ])
        terminal.finish()
    }
}
