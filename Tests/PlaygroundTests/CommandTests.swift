import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `The playground command` {
    static let transcripts = [
        """
        $ playground player load Air=0:05,Badinerie=1:00 play load none play
        load Air=0:05,Badinerie=1:00: handled in Stopped (Air 0:00 / 0:05)
        play: Stopped → Playing/Advancing [load Air, play]
        load none: Playing/Advancing → Stopped [pause, stop]
        play: refused in Stopped: there is nothing to play
        """,
        """
        $ playground player play seek 0:05 sought seek -3 seek 1:00 pause seek 2.5 play
        play: Stopped → Playing/Advancing [load Aria, play]
        seek 0:05: handled in Playing/Advancing (Aria 0:05 / 0:08) [seek 0:05]
        sought: handled in Playing/Advancing (Aria 0:05 / 0:08)
        seek -3: handled in Playing/Advancing (Aria 0:00 / 0:08) [seek 0:00]
        seek 1:00: handled in Playing/Advancing (Aria 1:00 / 0:08) [seek 1:00]
        pause: Playing/Advancing → Paused [pause]
        seek 2.5: handled in Paused (Aria 0:02 / 0:08) [seek 0:02]
        play: Paused → Playing/Advancing [play]
        """,
        """
        $ playground player play stalled pause play recovered
        play: Stopped → Playing/Advancing [load Aria, play]
        stalled: Playing/Advancing → Playing/Buffering
        pause: Playing/Buffering → Paused [pause]
        play: Paused → Playing/Buffering [play]
        recovered: Playing/Buffering → Playing/Advancing
        """,
        """
        $ playground player play failed unreadable failed again next play paused previous previous
        play: Stopped → Playing/Advancing [load Aria, play]
        failed unreadable: Playing/Advancing → Stopped [pause, stop]
        failed again: not handled in Stopped; handled here: load, play, stop, next
        next: handled in Stopped (Bourrée 0:00 / 0:12)
        play: Stopped → Playing/Advancing [load Bourrée, play]
        paused: Playing/Advancing → Paused [pause]
        previous: handled in Paused (Aria 0:00 / 0:08) [load Aria]
        previous: refused in Paused: there is no previous track
        """,
        """
        $ playground player play finished pause finished finished
        play: Stopped → Playing/Advancing [load Aria, play]
        finished: Playing/Advancing → Playing/Advancing [load Bourrée]
        pause: Playing/Advancing → Paused [pause]
        finished: handled in Paused (Canon 0:00 / 0:10) [load Canon]
        finished: Paused → Stopped [stop]
        """,
        """
        $ playground socket connect send hello connected startedSession suspend connectionFailed resume
        connect: Disconnected → Connecting [open(attempt: 1)]
        send hello: handled in Connecting (attempt 1, session 0)
        connected: Connecting → StartingSession [startSession(number: 1)]
        startedSession: StartingSession → Connected [send(“hello”)]
        suspend: Connected → Suspended/Idle [endSession]
        connectionFailed: Suspended/Idle → Suspended/Reconnecting/Attempting [open(attempt: 2)]
        resume: Suspended/Reconnecting/Attempting → Reconnecting/Attempting
        """,
        """
        $ playground socket connect disconnect connect disconnected resume
        connect: Disconnected → Connecting [open(attempt: 1)]
        disconnect: Connecting → Disconnecting [close]
        connect: handled in Disconnecting (attempt 1, session 0, connects again)
        disconnected: Disconnecting → Connecting [open(attempt: 2)]
        resume: not handled in Connecting; handled here: disconnect, suspend, send, connected, connectionFailed, authFailed
        """,
        """
        $ playground checkout purchase tea logIn ada declined mistyped loggedIn logIn ada loggedIn
        purchase tea: not handled in BeforeLogIn/Idle; handled here: logIn, loggedIn, challenged, answerLost, declined, failed
        logIn ada: BeforeLogIn/Idle → BeforeLogIn/LoggingIn [1: log in ada]
        declined mistyped: BeforeLogIn/LoggingIn → BeforeLogIn/LogInFailed
        loggedIn: handled in BeforeLogIn/LogInFailed (not logged in, failed: mistyped)
        logIn ada: BeforeLogIn/LogInFailed → BeforeLogIn/LoggingIn [2: log in ada]
        loggedIn: BeforeLogIn/LoggingIn → AfterLogIn
        """,
        """
        $ playground checkout logIn ada loggedIn purchase tea answerLost cancel purchase cake voided paid pushed logOut
        logIn ada: BeforeLogIn/Idle → BeforeLogIn/LoggingIn [1: log in ada]
        loggedIn: BeforeLogIn/LoggingIn → AfterLogIn
        purchase tea: AfterLogIn → BeforePayment/Paying [2: charge tea for 4.20 EUR, key 1]
        answerLost: BeforePayment/Paying → BeforePayment/PaymentUnknown
        cancel: BeforePayment/PaymentUnknown → BeforeVoid/Voiding [3: void tea for 4.20 EUR, key 1]
        purchase cake: deferred in BeforeVoid/Voiding
        voided: BeforeVoid/Voiding → Stable → BeforePayment/Paying [4: charge cake for 4.20 EUR, key 2]
        paid: BeforePayment/Paying → PaymentSuccess → BeforePush/Pushing [5: push receipt 2]
        pushed: BeforePush/Pushing → PushSuccess → Stable
        logOut: Stable → BeforeLogIn/Idle
        """,
        """
        $ playground gate connected anotherToken connected expired refreshEnded refused
        connected: handled in LoggedOut (no token)
        anotherToken: LoggedOut → Connecting [connect]
        connected: Connecting → Connected/Fresh [startExpiryTimer]
        expired: Connected/Fresh → Connected/Renewing [cancelExpiryTimer, askForRefresh]
        refreshEnded: Connected/Renewing → Connected/Expired
        refused: Connected/Expired → Closing [disconnect]
        """,
        """
        $ playground gate anotherToken sameToken refused anotherUsersToken disconnected noToken
        anotherToken: LoggedOut → Connecting [connect]
        sameToken: handled in Connecting (token 1 of ada)
        refused: Connecting → Closing [disconnect]
        anotherUsersToken: handled in Closing (token 2 of bob, then connect)
        disconnected: Closing → Connecting [connect]
        noToken: Connecting → Closing [disconnect]
        """,
        """
        $ playground navigation book 7 open 7 logIn
        book 7: not handled in Log in; handled here: logIn, open
        open 7: deferred in Log in
        logIn: Log in → Shelf › Book 7 › Reviews [LogInFlow: loggedIn, AppFlow: loggedIn, AppFlow: main, MainFlow: main, ShelfFlow: shelf, ProfileFlow: profile, MainFlow: shelf, ShelfFlow: book 7, BookFlow: book 7, BookFlow: reviews]
        """,
        """
        $ playground navigation logIn profile shelf book 7 profile book 8
        logIn: Log in → Shelf [LogInFlow: loggedIn, AppFlow: loggedIn, AppFlow: main, MainFlow: main, ShelfFlow: shelf, ProfileFlow: profile]
        profile: Shelf → Profile [MainFlow: profile]
        shelf: Profile → Shelf [MainFlow: shelf]
        book 7: Shelf → Shelf › Book 7 [ShelfFlow: book 7, BookFlow: book 7]
        profile: not handled in Shelf › Book 7; handled here: reviews, close, swipe, open
        book 8: not handled in Shelf › Book 7; handled here: reviews, close, swipe, open
        """,
        """
        $ playground navigation logIn book 7 reviews swipe swipe book 8
        logIn: Log in → Shelf [LogInFlow: loggedIn, AppFlow: loggedIn, AppFlow: main, MainFlow: main, ShelfFlow: shelf, ProfileFlow: profile]
        book 7: Shelf → Shelf › Book 7 [ShelfFlow: book 7, BookFlow: book 7]
        reviews: Shelf › Book 7 → Shelf › Book 7 › Reviews [BookFlow: reviews]
        swipe: Shelf › Book 7 › Reviews → Shelf › Book 7
        swipe: Shelf › Book 7 → Shelf
        book 8: Shelf → Shelf › Book 8 [ShelfFlow: book 8, BookFlow: book 8]
        """,
        """
        $ playground navigation logIn logOut book 7 reviews close profile logOut logIn
        logIn: Log in → Shelf [LogInFlow: loggedIn, AppFlow: loggedIn, AppFlow: main, MainFlow: main, ShelfFlow: shelf, ProfileFlow: profile]
        logOut: not handled in Shelf; handled here: shelf, profile, book, open
        book 7: Shelf → Shelf › Book 7 [ShelfFlow: book 7, BookFlow: book 7]
        reviews: Shelf › Book 7 → Shelf › Book 7 › Reviews [BookFlow: reviews]
        close: Shelf › Book 7 › Reviews → Shelf [BookFlow: close, ShelfFlow: closed]
        profile: Shelf → Profile [MainFlow: profile]
        logOut: Profile → Log in [ProfileFlow: logOut, MainFlow: logOut, AppFlow: logOut, AppFlow: logIn, LogInFlow: logIn]
        logIn: Log in → Shelf [LogInFlow: loggedIn, AppFlow: loggedIn, AppFlow: main, MainFlow: main, ShelfFlow: shelf, ProfileFlow: profile]
        """,
    ]

    @Test(arguments: transcripts) func `makes the requests it is given, one line for each`(_ transcript: String) throws
    {
        try verify(transcript)
    }

    @Test func `does what the README and the documentation say`() throws {
        let files =
            Document.files(below: "Sources", withExtension: "md") + [Program.package.appending(path: "README.md")]
        let transcripts = try files.flatMap { try Document($0).fences }.filter {
            $0.language == "console" && $0.text.contains("playground ")
        }
        #expect(transcripts.count >= 3)
        for transcript in transcripts { try verify(transcript.text) }
    }

    @Test func `gives a tour when there is neither a terminal nor an argument`() throws {
        let result = try command.run()
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(result.output.hasPrefix("# turnstile: a coin unlocks it"))
        // A part of the tour is a transcript that could have been typed.
        let parts = result.output.split(separator: "\n\n").filter { $0.contains("$ playground") }
        #expect(parts.count == 29)
        for part in parts { try verify(String(part)) }
    }

    @Test func `reads requests from standard input when they are not arguments`() throws {
        let result = try command.run(["player"], input: "play\n\npause stop\n")
        let lines =
            "play: Stopped → Playing/Advancing [load Aria, play]\npause: Playing/Advancing → Paused [pause]\nstop: Paused → Stopped [stop]\n"
        #expect(result == Program.Result(output: lines))
    }

    @Test func `reads requests of the socket without its story, and tells the story if there are none`() throws {
        #expect(
            try command.run(["socket"], input: "connect\nquit\nnonsense\n")
                == Program.Result(output: "connect: Disconnected → Connecting [open(attempt: 1)]\n"))
        #expect(try command.run(["socket"]).output.hasPrefix("A server on this machine echoes each message."))
    }

    @Test(
        arguments: [
            (["socket", "connect", "send", "a\u{1B}]0;x\u{7}"], 0), (["player", "\u{1B}[2J"], 64), (["\u{1B}[2J"], 64),
            (["player", "seek", "\u{1B}[A"], 64),
            (["graph", "player", "--format", "\u{1B}"], 64),
            (["serve", "\u{1B}[A"], 64),
        ] as [([String], Int32)])
    func `never prints a control character that was typed`(words: [String], status: Int32) throws {
        let result = try command.run(words)
        #expect(result.status == status)
        let printed = (result.output + result.errors).unicodeScalars
        #expect(printed.contains("\\") && !printed.contains { $0.value < 32 && $0 != "\n" })
    }

    @Test func `takes several words in quotation marks as one argument`() throws {
        let lines = "logIn \"ada king\"\ndeclined \"no such member\" logIn \"\" loggedIn\n"
        let output = try command.run(["checkout"], input: lines).output
        #expect(
            output.split(separator: "\n").map { String($0.prefix { $0 != ":" }) }
                == ["logIn ada king", "declined no such member", "logIn ", "loggedIn"])
        #expect(
            try command.run(["socket"], input: "connect send 5\" send \"a\"b\n").output.contains("send \"a\"b: handled")
        )
    }

    /// Words that follow an argument, of each machine that has requests with an argument.
    @Test(arguments: [
        (["checkout", "logIn", "ada", "loggedIn", "purchse", "tea"], "purchse", " (did you mean “purchase”?)", ""),
        (["checkout", "logIn", "ada", "purchse", "tea"], "purchse", " (did you mean “purchase”?)", ""),
        (["checkout", "logIn", "ada", "king"], "king", "", #"logIn "ada king""#),
        (["checkout", "declined", "no", "such"], "such", "", #"declined "no such""#),
        (["player", "play", "failed", "broken", "plya"], "plya", " (did you mean “play”?)", ""),
        (["player", "seek", "0:05", "hop"], "hop", "", ""), (["player", "load", "none", "hop"], "hop", "", ""),
        (["socket", "send", "are", "you", "there?"], "you", "", #"send "are you""#),
        (["socket", "connect", "send", "hello", "conected"], "conected", " (did you mean “connected”?)", ""),
        (["navigation", "logIn", "book", "7", "revews"], "revews", " (did you mean “reviews”?)", ""),
    ])
    func `takes no word for a part of an argument that is no request`(
        words: [String], word: String, suggestion: String, quoted: String
    ) throws {
        for result in [
            try command.run(words),
            try command.run([words[0]], input: words.dropFirst().joined(separator: " ") + "\n"),
        ] {
            #expect(result.status == 64 && result.output == "")
            #expect(result.errors.hasPrefix("playground: \(words[0]) has no request “\(word)”\(suggestion); it has "))
            let hint = quoted.isEmpty ? "" : "; quotation marks hold an argument together: \(quoted)"
            #expect(result.errors.hasSuffix("\(hint)\n") && result.errors.contains("quotation") == !quoted.isEmpty)
        }
    }

    @Test(arguments: [
        (["player", "seek 0:05"], "seek 0:05: not handled in Stopped; "),
        (["player", "play", "seek 0:05", "pause"], "play: Stopped → Playing/Advancing"),
        (["socket", "send are  you there?"], "send are  you there?: not handled in Disconnected; "),
    ])
    func `takes a request that is quoted with its argument as one word`(words: [String], output: String) throws {
        let result = try command.run(words)
        #expect(result.status == 0 && result.errors == "")
        #expect(result.output.hasPrefix(output))
    }

    @Test(arguments: [["--help"], ["-h"], ["help"]])
    func `has help`(words: [String]) throws {
        let result = try command.run(words)
        #expect(result.status == 0)
        #expect(result.output.contains("playground <machine> <request>…"))
    }

    @Test func `has help for a machine, with all its requests`() throws {
        let output = try command.run(["player", "--help"]).output
        for request in ["load <title>=<time>,…", "seek <time>", "failed <reason>", "recovered"] {
            #expect(output.contains("\n  \(request) "))
        }
        #expect(
            output.hasSuffix(
                """

                On a terminal and in a pipe there are also: funnel, graph, history, undo, path.
                With --keep-going, requests are read from standard input, and a mistake does not end it.

                """))
        let help = try command.run(["player"], input: "help\n").output
        #expect(help.contains("\n\nAlso:\n") && !help.contains("\n\n\n") && !help.contains("--keep-going"))
    }

    /// Makes the calls of a transcript, the lines that begin with `$`, and compares what they print.
    private func verify(_ transcript: String) throws {
        var calls: [(words: [String], output: String)] = []
        for line in transcript.split(separator: "\n") {
            if line.hasPrefix("$ ") {
                let words = line.split(separator: " ").map(String.init)
                calls.append((Array(words[(words.firstIndex(of: "playground")! + 1)...]), ""))
            } else if !calls.isEmpty {
                calls[calls.count - 1].output += line + "\n"
            }
        }
        for call in calls {
            let result = try command.run(call.words)
            // The status of a comparison says whether there is a difference; OverviewTests looks at that.
            let status = call.words.first == "compare" ? result.status : 0
            #expect(result.errors == "", "\(call.words)")
            #expect(result.status == status, "\(call.words)")
            #expect(result.output.withoutTimes == call.output.withoutTimes, "\(call.words)")
        }
    }
}
