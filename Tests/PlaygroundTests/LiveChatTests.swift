import Foundation
import LoopbackBroker
import TestSupport
import Testing

/// People who talk over a broker, each on a terminal.
@Suite(.blocking, .timeLimit(.minutes(60))) struct `The chat on a terminal` {
    private let broker = LoopbackBroker { _, secret in secret == "s3cret" }

    init() throws { try broker.start() }

    /// The words that let a user talk over a broker, which is that of the tests.
    private func options(_ user: String, token: String = "s3cret", port: UInt16? = nil) -> [String] {
        ["chat", "--url", "ws://127.0.0.1:\(port ?? broker.port)/ws", "--user", user, "--token", token]
    }

    /// The port of a broker that is gone.
    private func deadPort() throws -> UInt16 {
        let away = LoopbackBroker()
        defer { away.stop() }
        return try away.start()
    }

    @Test func `shows who is there and what they say, and stays over a restart of the broker`() async throws {
        let ada = try PseudoTerminal(running: command, options("ada"))
        try ada.expect("in the room harbour\n")
        try ada.expect("at harbour: no one else\n")
        let bob = try PseudoTerminal(running: command, options("bob"))
        try bob.expect("at harbour: ada\n")
        try ada.expect("at harbour: bob\n")
        await broker.wait { $0.subscriptions == ["ada": 2, "bob": 2] }
        ada.type("Ahoy, Bob!")
        try bob.expect("ada: Ahoy, Bob!\n")
        broker.stop()
        try ada.expect("no connection: ")
        try ada.type("Is anyone there?", expecting: "ada: Is anyone there? (unsent)\n")
        try broker.start()
        try bob.expect("ada: Is anyone there?\n")
        bob.type("/status fishing")
        try ada.expect("at harbour: bob (fishing)\n")
        try bob.type("/place lighthouse", expecting: "at lighthouse: no one else\n")
        try bob.type("/room cabin", expecting: "in the room cabin\n")
        ada.type("/room cabin")
        // So the broker has heard of the room before.
        try ada.type("/place cabin", expecting: "at cabin: no one else\n")
        bob.type("Is that you?")
        try ada.expect("bob: Is that you?\n")
        try ada.type(
            "/nosuch", expecting: "there is /place <place>, /status [<what you do there>], /room <room> and /quit\n")
        ada.quit("/quit")
        bob.finish()
        await broker.wait { $0.present.isEmpty }
        #expect(broker.counts.most == ["ada": 1, "bob": 1])
    }

    @Test func `sends what it reads, and leaves when that is acknowledged`() throws {
        let result = try command.run(options("ada"), input: "one\n\ntwo\n")
        #expect(result.status == 0 && result.errors == "")
        #expect(broker.counts.received >= 2)
    }

    @Test func `reads its token from a file, so that the list of processes does not show it`() throws {
        try Program.withTemporaryFolder { folder in
            let file = folder.appending(path: "token")
            try Data("s3cret\n".utf8).write(to: file)
            let result = try command.run(
                options("ada").dropLast(2) + ["--token-file", file.path(percentEncoded: false)], input: "one\n")
            #expect(result.status == 0 && result.errors == "")
            #expect(broker.counts.sessions["ada"] == 1)
        }
    }

    @Test func `tries several brokers in turn`() throws {
        var words = options("ada")
        words.insert("--url=ws://127.0.0.1:\(try deadPort())/ws", at: 1)
        let result = try command.run(words, input: "one\n")
        #expect(result.status == 0)
        #expect(result.output.contains("no connection: ") && result.output.contains("connected\n"))
    }

    @Test func `says that a token is refused, and does not show it`() throws {
        let result = try command.run(options("ada", token: "wr0ng"), input: "one\n")
        #expect(result.status == 1)
        #expect(result.errors == "playground: the broker does not accept the token of ada: Bad CONNECT\n")
        #expect(!result.output.contains("wr0ng"))
        #expect(broker.counts.refusals == ["ada": 1])
    }

    @Test func `says that there is no broker, and what was not sent`() throws {
        let result = try command.run(options("ada", port: deadPort()), input: "one\n")
        #expect(result.status == 1)
        #expect(result.errors == "playground: there was no connection: unreachable: Connection refused\n")
        #expect(result.output.contains("ada: one (unsent)\n"))
    }
}
