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
@Suite(.blocking, .timeLimit(.minutes(60))) struct `The words of the playground` {
    @Test(
        arguments: [
            (["gate", "foo"], 64), (["page"], 64), (["page", "foo"], 64), (["serve", "foo"], 64), (["--help"], 0),
            (["player", "--help"], 0), (["tour"], 0), (["graph", "checkout"], 0), (["serve", "--help"], 0),
            (["app", "--help"], 0),
        ] as [([String], Int32)])
    func `are not divided on a terminal, also when they tell of a mistake`(words: [String], status: Int32) throws {
        let terminal = try PseudoTerminal(running: command, words, columns: 60)
        let result = try command.run(words)
        let expected = (result.output + result.errors).split(whereSeparator: \.isWhitespace).map(String.init)
        let last = try #require(expected.last)
        var output = ""
        while output.split(whereSeparator: \.isWhitespace).count < expected.count {
            output += try terminal.expect(last)
        }
        #expect(output.split(whereSeparator: \.isWhitespace).map(String.init) == expected)
        for line in output.split(whereSeparator: \.isNewline) { #expect(line.columns <= 60, "\(line)") }
        #expect(terminal.end() == status)
    }

    @Test func `leave an address whole, however narrow the terminal is`() throws {
        let terminal = try PseudoTerminal(running: command, ["serve", "turnstile"], columns: 30)
        try terminal.expect("Open this address in a browser\n    of this machine. Ctrl-C\n    ends this.\n")
        #expect(try terminal.expect("\n").hasPrefix("http://127.0.0.1:"))
        terminal.interrupt()
        #expect(terminal.end() == 0)
    }

    /// The state of the prompt in bold, and a refusal in red.
    @Test(arguments: [("xterm", "", true), ("xterm", "1", false), ("dumb", "", false)])
    func `stand out where the terminal can show that`(type: String, noColor: String, hasStyles: Bool) throws {
        let terminal = try PseudoTerminal(
            running: command, ["player"], environment: ["TERM": type, "NO_COLOR": noColor])
        try terminal.expect(
            hasStyles ? "\u{1B}[1mStopped\u{1B}[m (Aria 0:00 / 0:08)> " : "Stopped (Aria 0:00 / 0:08)> ")
        terminal.type("pause")
        let refusal = "pause: not handled in Stopped; handled here: load, play, stop, next"
        let output = try terminal.expect(hasStyles ? "\u{1B}[31m\(refusal)\u{1B}[m\n" : "\(refusal)\n")
        try terminal.type("graph", expecting: hasStyles ? "\n\u{1B}[1m▸ Stopped\u{1B}[m\n" : "\n▸ Stopped\n")
        terminal.quit()
        if !hasStyles { #expect(!output.contains("\u{1B}[1m") && !output.contains("\u{1B}[31m")) }
    }
}
