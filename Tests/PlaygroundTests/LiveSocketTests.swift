import NetworkTestSupport
import Foundation
import LoopbackServer
import Sockets
import Synchronization
import TestSupport
import Testing
import WebSockets

/// The command on real connections.
@Suite(.blocking, .timeLimit(.minutes(10))) struct `The playground on a real connection` {
    private static let command = Program(product: "playground")

    private static func url(_ port: UInt16) -> String { "ws://127.0.0.1:\(port)/path" }

    /// The command's exit status and output, with times removed.
    private func run(_ words: [String], input: String = "") async throws -> Program.Result {
        let result = try Self.command.run(["socket"] + words, input: input)
        return Program.Result(
            status: result.status, output: result.output.withoutTimes, errors: result.errors)
    }

    @Test func `tells its story on a terminal, and then asks for requests`() throws {
        let terminal = try PseudoTerminal(running: Self.command, ["socket"])
        try terminal.expect("> connect\n  Connecting, attempt 1\n  StartingSession\n  Connected\n")
        try terminal.expect("The server is killed.\n  Reconnecting/Attempting, attempt 2 starts in ")
        try terminal.expect("The server is running again.\n")
        try terminal.expect("  received “are you there?”\n")
        try terminal.expect("> disconnect\n  Disconnecting\n  Disconnected\n")
        // From here on there is no network, which has to be said.
        try terminal.expect("Nothing happens by itself here: you type what is reported as well, such as connected")
        try terminal.expect("Disconnected (attempt 0, session 0)> ")
        terminal.type("connect")
        try terminal.expect("connect: Disconnected → Connecting [open(attempt: 1)]\n")
        terminal.type("quit")
        #expect(terminal.end() == 0)
    }

    @Test func `connects, measures a round trip and leaves when nothing is to be sent`() async throws {
        let server = LoopbackServer()
        defer { server.stop() }
        let result = try await run(["--url", Self.url(server.start())])
        let output = """
              Connecting, attempt 1
              StartingSession
              Connected
              round trip in …
              Disconnecting
              Disconnected

            """
        #expect(result == Program.Result(output: output))
        #expect(server.counts.accepted == 1)
    }

    @Test func `shows that there is a connection before what comes in on it`() async throws {
        // The server speaks first, at once: the states and the message are there at nearly the same time.
        let server = LoopbackServer { _ in
            .accept { connection, event in
                if event == .opened { connection.send(.text("welcome")) }
            }
        }
        defer { server.stop() }
        let port = try server.start()
        for _ in 1...20 {
            // What is sent takes the greeting for its answer, so that it does not leave before that.
            let output = try await run(["--url", Self.url(port)], input: "hello\n").output
            let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            let place = try #require(lines.firstIndex(of: "received “welcome”"))
            #expect(lines[..<place].contains("Connected"), "\(lines)")
        }
    }

    @Test func `shows what has come in before the loss of its connection`() async throws {
        let isFirst = Atomic(true)
        let server = LoopbackServer { _ in
            guard isFirst.exchange(false, ordering: .relaxed) else { return .refuse(status: 401) }
            return .accept { connection, event in
                guard event == .opened else { return }
                connection.send(.text("bye"))
                connection.close(code: .goingAway)
            }
        }
        defer { server.stop() }
        let port = try server.start()
        for _ in 1...10 {
            isFirst.store(true, ordering: .relaxed)
            let output = try await run(["--url", Self.url(port)], input: "hello\n").output
            let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            let place = try #require(lines.firstIndex(of: "received “bye”"))
            #expect(!lines[..<place].contains { $0.hasPrefix("Reconnecting") }, "\(lines)")
        }
    }

    @Test func `lets no peer write to the terminal but what can be read`() async throws {
        let isFirst = Atomic(true)
        let server = LoopbackServer { _ in
            guard isFirst.exchange(false, ordering: .relaxed) else { return .refuse(status: 401) }
            return .accept { connection, event in
                if event == .opened {
                    connection.send(.text("a\u{1B}[2Jb\nc\u{202E}d\u{9B}é\t👩‍🚀"))
                    connection.close(code: .goingAway, reason: "\u{7}e\u{1B}c")
                }
            }
        }
        defer { server.stop() }
        let result = try await run(["--url", Self.url(server.start())])
        #expect(result.output.contains(#"  received “a\u{1B}[2Jb\nc\u{202E}d\u{009B}é\t👩‍🚀”"# + "\n"))
        #expect(result.output.contains("(closed by the peer with code 1001: e c)"))
        #expect(!(result.output + result.errors).contains("\u{1B}"))
    }

    @Test func `sends the lines of its input, and waits for the answers`() async throws {
        let server = LoopbackServer()
        defer { server.stop() }
        let lines = (1...1000).map { "line \($0)" }
        let result = try await run(["--url=\(Self.url(server.start()))"], input: lines.map { $0 + "\n" }.joined())
        #expect(result.status == 0)
        let output = result.output.split(separator: "\n")
        #expect(output.filter { $0.hasPrefix("  received") } == lines.map { "  received “\($0)”" })
        #expect(output.last == "  Disconnected")
    }

    @Test func `sends an empty line as an empty message`() async throws {
        let server = LoopbackServer()
        defer { server.stop() }
        let result = try await run(["--url", Self.url(server.start())], input: "a\n\nb\n")
        let received = result.output.split(separator: "\n").filter { $0.hasPrefix("  received") }
        #expect(received == ["  received “a”", "  received “”", "  received “b”"])
    }

    @Test func `says who it is, and what it speaks`() async throws {
        let server = LoopbackServer { request in
            request.headers.contains(HeaderField("X-Name", "ada: lovelace"))
                ? .accept(subprotocol: request.subprotocols.last, LoopbackServer.Connection.echo) : .refuse(status: 400)
        }
        defer { server.stop() }
        let result = try await run([
            "--url", Self.url(server.start()), "--header", "X-Name: ada: lovelace", "--subprotocol", "one",
            "--subprotocol", "two",
        ])
        #expect(result.status == 0)
        #expect(result.output.contains("  Connected, subprotocol two\n"))
    }

    @Test func `is told when it is not accepted, and does not insist`() async throws {
        let server = LoopbackServer { _ in .refuse(status: 401) }
        defer { server.stop() }
        let result = try await run(["--url", Self.url(server.start())], input: "hello\n")
        #expect(result.status == 1)
        #expect(result.output.hasSuffix("  Disconnected (not accepted: refused with status 401)\n"))
        #expect(result.errors == "playground: not accepted: refused with status 401\n")
        #expect(server.counts.accepted == 1)
    }

    @Test func `shows how it tries, and gives up some time after the end of the input`() async throws {
        let server = LoopbackServer()
        let port = try server.start()
        server.stop()
        let result = try await run(["--url", Self.url(port)], input: "hello\n")
        #expect(result.status == 1)
        #expect(result.output.contains("attempt 2 starts in … (unreachable: Connection refused)\n"))
        #expect(result.output.hasSuffix("  Disconnected\n"))
        #expect(result.errors == "playground: there was no connection: unreachable: Connection refused\n")
    }

    @Test func `shows on a terminal what happens, and does what it is told`() async throws {
        let server = LoopbackServer()
        defer { server.stop() }
        let terminal = try PseudoTerminal(running: Self.command, ["socket", "--url", Self.url(server.start())])
        try terminal.expect("Each line you type is sent")
        try terminal.expect("  Connected\n")
        try terminal.expect("  round trip in ")
        terminal.type("hello")
        try terminal.expect("  received “hello”\n")
        server.connections.first?.send(.binary([1, 2, 3]))
        try terminal.expect("  received 3 bytes\n")
        terminal.type("//slashed")
        try terminal.expect("  received “/slashed”\n")
        terminal.type("/hop")
        try terminal.expect("  there is no command /hop; there is /connect, /disconnect,")
        server.stop()
        try terminal.expect("  Reconnecting/Attempting, attempt 2 starts in ")
        terminal.type("still there?")
        try server.start()
        terminal.type("/connect")
        try terminal.expect("  Connected\n")
        try terminal.expect("  received “still there?”\n")
        terminal.type("/suspend")
        try terminal.expect("  Suspended/Idle\n")
        terminal.type("/ping")
        try terminal.expect("  round trip in ")
        terminal.type("/resume")
        try terminal.expect("  Connected\n")
        terminal.type("/disconnect")
        try terminal.expect("  Disconnected\n")
        terminal.type("too late")
        try terminal.expect("  not sent: not connected\n")
        terminal.type("/quit")
        #expect(terminal.end() == 1)
    }

    @Test func `leaves in an orderly way at the end of the input, and when it is interrupted`() async throws {
        let ends = Mutex(0)
        let server = LoopbackServer { _ in
            .accept { _, event in if event == .ended { ends.withLock { $0 += 1 } } }
        }
        defer { server.stop() }
        let port = try server.start()
        for isInterrupted in [true, false] {
            let terminal = try PseudoTerminal(running: Self.command, ["socket", "--url", Self.url(port)])
            try terminal.expect("  round trip in ")
            if isInterrupted { terminal.interrupt() } else { terminal.endInput() }
            try terminal.expect("  Disconnecting\n  Disconnected\n")
            #expect(terminal.end() == 0)
        }
        await server.wait { $0.present == 0 }
        #expect(ends.withLock { $0 } == 2)
    }

    @Test(
        .enabled(
            if: WebSocketPeer.isExpected && Certificate.isExpectedByTransports,
            "openssl or the Python package websockets is missing"))
    func `talks to a server of others, over an encrypted connection`() async throws {
        let certificate = try Certificate(for: ["DNS:localhost"])
        let (server, port) = try WebSocketPeer.echo(certificate: certificate)
        defer { server.kill() }
        let words = ["--url", "wss://localhost:\(port)/"]
        let result = try await run(words + ["--ca", certificate.file.path(percentEncoded: false)], input: "hello\n")
        #expect(result.status == 0)
        #expect(result.output.contains("  received “hello”\n"))
        let stranger = try await run(words)
        #expect(stranger.status == 1)
        #expect(stranger.output.contains("(not trusted: "))
    }

    @Test(arguments: [
        (["--url"], "--url takes a value: --url <url>"),
        (
            ["--nosuch", "x"],
            "there is no option --nosuch; socket has --url, --token, --token-file, --ca, --header, --subprotocol, --help"
        ),
        (["--header", "a: b"], "socket connects to what --url names; see playground socket --help"),
        (
            ["--url", "http://localhost"],
            "“http://localhost”: invalid request: the URL begins with neither ws: nor wss:"
        ),
        (["--url", "ws://"], "“ws://”: invalid request: the URL has no host, or one with characters that no host has"),
        (["--url", "ws://localhost", "--header", "a"], "“a” is no header; headers read “Name: value”"),
        (["--url", "ws://localhost", "--header", "a b: c"], "invalid request: no header can be named “a b”"),
        (["--url", "wss://localhost", "--ca", "/nosuch"], "--ca: there is no file “/nosuch” that could be read"),
        (["--url", "ws://localhost", "connect"], "socket takes options only: --url, --token,"),
    ])
    func `answers options that cannot be on standard error`(words: [String], message: String) async throws {
        let result = try await run(words)
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errors.hasPrefix("playground: \(message)"))
        #expect(result.errors.count { $0 == "\n" } == 1)
    }
}

extension String {
    /// The text without what is different each time: `0.3 ms`, `1.25 s`.
    var withoutTimes: String { replacing(/\d+\.\d+ m?s\b/, with: "…") }
}
