import Foundation
import LoopbackBroker
import LoopbackServer
import TestSupport
import Testing

/// The output of programs that run for long, in a pipe: each line is there when it happens.
@Suite(.blocking, .timeLimit(.minutes(60))) struct `Each line in a pipe` {
    private func start(_ words: String...) throws -> PseudoTerminal {
        try PseudoTerminal(running: command, words, isPipe: true)
    }

    @Test(arguments: [
        ("turnstile", [("insertCoin", "insertCoin: Locked → Unlocked"), ("push", "push: Unlocked → Locked")]),
        (
            "player",
            [("play", "play: Stopped → Playing/Advancing"), ("graph", "▸   Advancing"), ("?", "handled here: ")]
        ),
    ])
    func `is an answer that comes before the next request is typed`(
        machine: String, lines: [(typed: String, answer: String)]
    ) throws {
        for option in [[], ["--keep-going"]] {
            let pipe = try PseudoTerminal(running: command, [machine] + option, isPipe: true)
            for line in lines { try pipe.type(line.typed, expecting: line.answer) }
            pipe.finish()
        }
    }

    @Test func `stands where it belongs among the mistakes`() throws {
        let pipe = try start("turnstile", "--keep-going")
        for line in ["insertCoin", "hop", "push"] { pipe.type(line) }
        let printed = try pipe.expect("push: Unlocked → Locked")
        let lines = printed.split(separator: "\n")
        #expect(lines.map { $0.prefix(10) } == ["insertCoin", "playground", "push: Unlo"])
        pipe.endInput()
        #expect(pipe.end() == 64)
    }

    @Test func `of a connection comes before the error at its end`() throws {
        let server = LoopbackServer { _ in .refuse(status: 401) }
        defer { server.stop() }
        let pipe = try start("socket", "--url", "ws://127.0.0.1:\(server.start())/")
        let printed = try pipe.expect("playground: not accepted: refused with status 401\n")
        #expect(printed.hasPrefix("  Connecting, attempt 1\n"))
        #expect(printed.contains("  Disconnected (not accepted: refused with status 401)\nplayground: "))
        #expect(pipe.end() == 1)
    }

    @Test func `of a connection is not lost when the program is ended`() throws {
        let server = LoopbackServer()
        defer { server.stop() }
        let pipe = try start("socket", "--url", "ws://127.0.0.1:\(server.start())/")
        try pipe.expect("  Connected\n")
        try pipe.type("hello", expecting: "  received “hello”\n")
        pipe.terminate()
        #expect(pipe.end() == SIGTERM)
    }

    @Test func `of the bookshop shows the screen before the next gesture`() throws {
        let broker = LoopbackBroker { _, _ in true }
        defer { broker.stop() }
        let url = "ws://127.0.0.1:\(try broker.start())/ws"
        let shop = try start("app", "--url", url, "--user", "ada", "--token", "t")
        try shop.expect("│ Log in │\n")
        try shop.type("logIn", expecting: "  shelf, profile, book <number>\n")
        shop.quit()
    }

    @Test func `of the inspector has the address to open`() throws {
        let pipe = try start("serve", "turnstile")
        try pipe.expect("\nhttp://127.0.0.1:")
        pipe.terminate()
        #expect(pipe.end() == 0)
    }
}

/// Places to which nothing can be written: the program says so where it can, and ends without a crash.
@Suite(.blocking, .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no full device"))
struct `Output that cannot be written` {
    private func run(_ words: [String], _ redirection: String) throws -> Program.Result {
        let shell = try #require(Program.installed("sh"))
        let script = "trap '' PIPE; \"$0\" \"$@\" \(redirection)"
        return try shell.run(["-c", script, command.executable.path(percentEncoded: false)] + words)
    }

    @Test(
        arguments: [
            ["turnstile", "push"], ["page", "socket"], ["tour"], ["--help"], ["socket"], ["serve", "turnstile"],
        ],
        [
            (">/dev/full", "No space left on device"), (">&-", "Bad file descriptor"), (">/dev/full 2>&-", nil),
            (">&- 2>&-", nil), (">/dev/full 2>/dev/full", nil),
        ])
    func `ends the program, which says why where it can`(words: [String], place: (redirection: String, why: String?))
        throws
    {
        let message = place.why.map { "playground: standard output cannot be written: \($0)\n" } ?? ""
        #expect(try run(words, place.redirection) == Program.Result(status: 74, errors: message))
    }

    @Test(
        arguments: [
            "ThePattern", "ClassOrEnum", "YourOwnMachine", "WhatYouBelieve", "ModulesThatObserve", "Flows",
            "WhoOwnsTheSession",
        ])
    func `ends a page of the playground`(page: String) throws {
        let shell = try #require(Program.installed("sh"))
        let program = Program(product: page).executable.path(percentEncoded: false)
        let message = "standard output cannot be written: No space left on device\n"
        #expect(
            try shell.run(["-c", "\"$0\" >/dev/full", program]) == Program.Result(status: 74, errors: message))
        #expect(try shell.run(["-c", "\"$0\" >/dev/full 2>/dev/full", program]) == Program.Result(status: 74))
    }

    @Test(arguments: ["2>/dev/full", "2>&-"])
    func `does not hide the status if it is an error`(redirection: String) throws {
        #expect(try run(["nosuch"], redirection) == Program.Result(status: 64))
        #expect(try run(["turnstile", "push"], redirection).status == 0)
    }

    @Test func `is reported when the reader has gone, unless the signal ends the program`() throws {
        // The page is larger than what a pipe holds.
        let result = try run(["page", "socket"], "| true")
        #expect(result.errors == "playground: standard output cannot be written: Broken pipe\n")
    }
}
