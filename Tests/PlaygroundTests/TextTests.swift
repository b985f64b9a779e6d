import TestSupport
import Testing

@testable import playground

@Suite struct `Text on a terminal` {
    @Test(
        arguments: [
            ("play: Stopped → Playing", 40, ["play: Stopped → Playing"]),
            (
                "pause: not handled in Stopped; handled here: load", 20,
                [
                    "pause: not handled", "    in Stopped;", "    handled here:", "    load",
                ]
            ),
            ("  seek <time>   go to a place in it", 32, ["  seek <time>   go to a place in", "                it"]),
            ("  a very long name <with arguments>  help", 30, ["  a very long name <with", "      arguments>  help"]),
            ("          deep words", 16, ["          deep", "          words"]),
            ("12345 6789", 5, ["12345", "    6789"]), ("123456789 1", 5, ["123456789", "    1"]), ("", 5, [""]),
            ("日本 日本", 5, ["日本", "    日本"]),
            ("\u{1B}[31mno such word\u{1B}[m", 9, ["\u{1B}[31mno such", "    word\u{1B}[m"]),
        ])
    func `is broken between words`(line: String, width: Int, lines: [String]) {
        #expect(line.wrapped(to: width) == lines.joined(separator: "\n"))
    }

    @Test(arguments: [
        ("a", 1), ("é", 1), ("e\u{301}", 1), ("日", 2), ("한", 2), ("ｱ", 1), ("Ａ", 2), ("😀", 2), ("👩‍👩‍👧", 2), ("❤️", 2),
        ("→", 1),
        ("…", 1), ("\u{200B}", 0), ("🇩🇪", 2),
    ])
    func `has the columns that terminals give it`(text: Character, columns: Int) {
        #expect(text.columns == columns)
    }

    @Test(arguments: [
        ("play", "play", 0), ("paly", "play", 1), ("plyer", "player", 1), ("", "ab", 2), ("stop", "hop", 2),
        ("ca", "abc", 3), ("kitten", "sitting", 3),
    ])
    func `is measured by what it takes to change it`(left: String, right: String, distance: Int) {
        #expect(left.editDistance(to: right) == distance)
        #expect(right.editDistance(to: left) == distance)
    }

    @Test(arguments: [
        ("paly", " (did you mean “play”?)"), ("PALY", " (did you mean “play”?)"), ("hop", ""), ("play", ""), ("x", ""),
        ("conected", " (did you mean “connected”?)"), ("conneted", " (did you mean “connected”?)"),
    ])
    func `suggests the nearest name`(typed: String, suggestion: String) {
        #expect(["play", "stop", "connect", "connected", "?"].suggestion(for: typed) == suggestion)
    }

    @Test(arguments: [("logIn", "logIn"), ("login", "logIn"), ("PLAY", nil), ("play", "play"), ("log", nil)])
    func `finds a name in capitals if there is one such name`(typed: String, name: String?) {
        #expect(["logIn", "play", "Play"].named(typed, \.self) == name)
    }
}

/// The command's names, help and styles.
@Suite(.blocking, .timeLimit(.minutes(10))) struct `The words of the playground` {
    private static let command = Program(product: "playground")

    @Test(arguments: [
        (["plyer"], "there is no machine “plyer” (did you mean “player”?); there is turnstile, "),
        (["player", "paly"], "player has no request “paly” (did you mean “play”?); it has load, play, "),
        (
            ["graph", "player", "--format", "tabel"],
            "there is no format “tabel” (did you mean “table”?); there is text"
        ),
        (["page", "sokcet"], "there is nothing called “sokcet” (did you mean “socket”?); there is "),
        (["compare", "playe"], "there is nothing called “playe” (did you mean “player”?); there is "),
        (["serve", "plyer"], "there is no machine “plyer” (did you mean “player”?); there is turnstile, "),
    ])
    func `may have been meant`(words: [String], message: String) throws {
        let result = try Self.command.run(words)
        #expect(result.status == 64)
        #expect(result.errors.hasPrefix("playground: \(message)"))
    }

    @Test func `may be typed in capitals`() throws {
        #expect(
            try Self.command.run(["Checkout", "login", "ada", "LOGGEDIN"])
                == Self.command.run(["checkout", "logIn", "ada", "loggedIn"]))
        #expect(try Self.command.run(["graph", "Gate", "--format", "DOT"]).output.hasPrefix("digraph"))
        let mistyped = try Self.command.run(["player"], input: "hepl\n")
        #expect(mistyped.errors.contains("“hepl” (did you mean “help”?)"))
    }

    @Test func `tell requests from reports`() throws {
        let output = try Self.command.run(["socket", "--keep-going"], input: "?\nconnect\n?\n").output
        #expect(
            output == """
                handled here: connect
                its owner may report: connected, connectionFailed, authFailed
                connect: Disconnected → Connecting [open(attempt: 1)]
                handled here: disconnect, suspend, send
                its owner may report: connected, connectionFailed, authFailed

                """)
        let help = try Self.command.run(["player", "--help"]).output
        #expect(help.contains("\n\nRequests:\n  load ") && help.contains("\n\nReports by the engine:\n  finished "))
        #expect(try !Self.command.run(["turnstile", "--help"]).output.contains("Reports"))
    }

    @Test func `give examples that work`() throws {
        let help = try Self.command.run(["--help"]).output.split(separator: "\n")
        #expect(help.contains("  playground turnstile push insertCoin push"))
        #expect(try Self.command.run(["graph", "player", "--format", "svg"]).output.hasPrefix("<svg"))
    }

    @Test(arguments: [["gate", "foo"], ["page"], ["page", "foo"], ["serve", "foo"]])
    func `are not divided on a terminal when they tell of a mistake`(words: [String]) throws {
        let terminal = try PseudoTerminal(running: Self.command, words, columns: 60)
        let expected = try Self.command.run(words).errors.split(whereSeparator: \.isWhitespace).map(String.init)
        var output = ""
        while output.split(whereSeparator: \.isWhitespace).count < expected.count {
            output += try terminal.expect(try #require(expected.last))
        }
        #expect(output.split(whereSeparator: \.isWhitespace).map(String.init) == expected)
        #expect(output.split(whereSeparator: \.isNewline).allSatisfy { $0.columns <= 60 })
        #expect(terminal.end() == 64)
    }

    @Test func `leave an address whole, however narrow the terminal is`() throws {
        let terminal = try PseudoTerminal(running: Self.command, ["serve", "turnstile"], columns: 30)
        try terminal.expect("Open this address in a browser\n    of this machine. Ctrl-C\n    ends this.\n")
        #expect(try terminal.expect("\n").hasPrefix("http://127.0.0.1:"))
        terminal.interrupt()
        #expect(terminal.end() == 0)
    }

    /// The state of the prompt in bold, and a refusal in red.
    @Test(arguments: [("xterm", "", true), ("xterm", "1", false), ("dumb", "", false)])
    func `stand out where the terminal can show that`(type: String, noColor: String, hasStyles: Bool) throws {
        let terminal = try PseudoTerminal(
            running: Self.command, ["player"], environment: ["TERM": type, "NO_COLOR": noColor])
        try terminal.expect(
            hasStyles ? "\u{1B}[1mStopped\u{1B}[m (Aria 0:00 / 0:08)> " : "Stopped (Aria 0:00 / 0:08)> ")
        terminal.type("pause")
        let refusal = "pause: not handled in Stopped; handled here: load, play, stop"
        let output = try terminal.expect(hasStyles ? "\u{1B}[31m\(refusal)\u{1B}[m\n" : "\(refusal)\n")
        terminal.type("graph")
        try terminal.expect(hasStyles ? "\n\u{1B}[1m▸ Stopped\u{1B}[m\n" : "\n▸ Stopped\n")
        terminal.type("quit")
        #expect(terminal.end() == 0)
        if !hasStyles { #expect(!output.contains("\u{1B}[1m") && !output.contains("\u{1B}[31m")) }
    }

    @Test(arguments: [
        ["--help"], ["player", "--help"], ["tour"], ["graph", "checkout"], ["serve", "--help"], ["chat", "--help"],
    ])
    func `are not divided on a terminal`(words: [String]) throws {
        let terminal = try PseudoTerminal(running: Self.command, words, columns: 60)
        let marker = try Self.command.run(words).output.split(whereSeparator: \.isWhitespace).map(String.init)
        let last = try #require(marker.last)
        var output = ""
        while output.split(whereSeparator: \.isWhitespace).count < marker.count { output += try terminal.expect(last) }
        #expect(output.split(whereSeparator: \.isWhitespace).map(String.init) == marker)
        let widest = output.split(whereSeparator: \.isNewline).max { $0.columns < $1.columns }
        #expect(try #require(widest).columns <= 60, "\(widest ?? "")")
        _ = terminal.end()
    }
}
