import NetworkTestSupport
import Foundation
import LoopbackServer
import Sockets
import Synchronization
import TestSupport
import Testing
import WebSockets

/// The command on real connections.
@Suite(.blocking, .timeLimit(.minutes(60))) struct `The playground on a real connection` {
    private static func url(_ port: UInt16) -> String { "ws://127.0.0.1:\(port)/path" }

    /// The command's exit status and output on a connection to a server that is stopped then, with times removed.
    private func run(
        on server: LoopbackServer = LoopbackServer(), _ options: [String] = [], input: String = ""
    ) async throws -> Program.Result {
        defer { server.stop() }
        return try await run(["--url", Self.url(server.start())] + options, input: input)
    }

    private func run(_ words: [String], input: String = "") async throws -> Program.Result {
        let result = try command.run(["socket"] + words, input: input)
        return Program.Result(
            status: result.status, output: result.output.withoutTimes, errors: result.errors)
    }

    /// A server that speaks to the first client, and ends its connection; it refuses those that come back.
    private func parting(_ text: String, reason: String = "") -> LoopbackServer {
        let isFirst = Atomic(true)
        return LoopbackServer { _ in
            guard isFirst.exchange(false, ordering: .relaxed) else { return .refuse(status: 401) }
            return .accept { connection, event in
                guard event == .opened else { return }
                connection.send(.text(text))
                connection.close(code: .goingAway, reason: reason)
            }
        }
    }

    @Test func `tells its story on a terminal, and then asks for requests`() throws {
        let terminal = try PseudoTerminal("socket")
        try terminal.expect("> connect\n  Connecting, attempt 1\n  StartingSession\n  Connected\n")
        try terminal.expect("The server is killed.\n  Reconnecting/Attempting, attempt 2 starts in ")
        try terminal.expect("The server is running again.\n")
        try terminal.expect("  received “are you there?”\n")
        try terminal.expect("> disconnect\n  Disconnecting\n  Disconnected\n")
        // From here on there is no network, which must be reported.
        try terminal.expect("Nothing happens by itself here: you type what is reported as well, such as connected")
        try terminal.expect("Disconnected (attempt 0, session 0)> ")
        try terminal.type("connect", expecting: "connect: Disconnected → Connecting [open(attempt: 1)]\n")
        terminal.quit()
    }

    @Test func `connects, measures a round trip and leaves when there is nothing to send`() async throws {
        let server = LoopbackServer()
        let result = try await run(on: server)
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
        for _ in 1...10 {
            let output = try await run(on: parting("bye"), input: "hello\n").output
            let lines = output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
            let place = try #require(lines.firstIndex(of: "received “bye”"))
            #expect(!lines[..<place].contains { $0.hasPrefix("Reconnecting") }, "\(lines)")
        }
    }

    @Test func `lets no peer write to the terminal but what can be read`() async throws {
        let result = try await run(
            on: parting("a\u{1B}[2Jb\nc\u{202E}d\u{9B}é\t👩‍🚀", reason: "\u{7}e\u{1B}c"))
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
        let result = try await run(input: "a\n\nb\n")
        let received = result.output.split(separator: "\n").filter { $0.hasPrefix("  received") }
        #expect(received == ["  received “a”", "  received “”", "  received “b”"])
    }

    @Test func `says who it is, and what it speaks`() async throws {
        let server = LoopbackServer { request in
            request.headers.contains(HeaderField("X-Name", "ada: lovelace"))
                ? .accept(subprotocol: request.subprotocols.last, LoopbackServer.Connection.echo) : .refuse(status: 400)
        }
        let result = try await run(
            on: server, ["--header", "X-Name: ada: lovelace", "--subprotocol", "one", "--subprotocol", "two"])
        #expect(result.status == 0)
        #expect(result.output.contains("  Connected, subprotocol two\n"))
    }

    @Test func `says when it is not accepted, and does not insist`() async throws {
        let server = LoopbackServer { _ in .refuse(status: 401) }
        let result = try await run(on: server, input: "hello\n")
        #expect(result.status == 1)
        #expect(result.output.hasSuffix("  Disconnected (not accepted: refused with status 401)\n"))
        #expect(result.errors == "playground: not accepted: refused with status 401\n")
        #expect(server.counts.accepted == 1)
    }

    @Test func `shows how it tries, and ends some time after the end of the input`() async throws {
        let server = LoopbackServer()
        let port = try server.start()
        server.stop()
        let result = try await run(["--url", Self.url(port)], input: "hello\n")
        #expect(result.status == 1)
        #expect(result.output.contains("attempt 2 starts in … (unreachable: Connection refused)\n"))
        #expect(result.output.hasSuffix("  Disconnected\n"))
        #expect(result.errors == "playground: there was no connection: unreachable: Connection refused\n")
    }

    @Test func `shows on a terminal what happens, and carries out requests`() async throws {
        let server = LoopbackServer()
        defer { server.stop() }
        let terminal = try PseudoTerminal("socket", "--url", Self.url(server.start()))
        for text in ["Each line you type is sent", "  Connected\n", "  round trip in "] { try terminal.expect(text) }
        try terminal.type("hello", expecting: "  received “hello”\n")
        server.connections.first?.send(.binary([1, 2, 3]))
        try terminal.follow([
            "  received 3 bytes\n", "> //slashed", "  received “/slashed”\n",
            "> /hop", "  there is no command /hop; there is /connect, /disconnect,",
        ])
        server.stop()
        try terminal.follow(["  Reconnecting/Attempting, attempt 2 starts in ", "> still there?"])
        try server.start()
        try terminal.follow([
            "> /connect", "  Connected\n", "  received “still there?”\n",
            "> /suspend", "  Suspended/Idle\n", "> /ping", "  round trip in ", "> /resume", "  Connected\n",
            "> /disconnect", "  Disconnected\n", "> too late", "  not sent: not connected\n",
        ])
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
            let terminal = try PseudoTerminal("socket", "--url", Self.url(port))
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
}
