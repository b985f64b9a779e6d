import Foundation
import LoopbackBroker
import TestSupport
import Testing

/// People who talk over a broker, each on a terminal.
@Suite(.blocking, .timeLimit(.minutes(10))) struct `The chat on a terminal` {
    private static let command = Program(product: "playground")
    private static let names = "--url, --user, --token, --token-file, --ca, --device, --room, --help"
    private static let needed =
        "to talk over a broker takes --url, --user, and one of --token and --token-file; the story takes nothing"
    private let broker = LoopbackBroker { _, secret in secret == "s3cret" }

    init() throws { try broker.start() }

    private func options(_ user: String, token: String = "s3cret") -> [String] {
        ["chat", "--url", "ws://127.0.0.1:\(broker.port)/ws", "--user", user, "--token", token]
    }

    @Test func `shows who is there and what they say, and stays over a restart of the broker`() async throws {
        let ada = try PseudoTerminal(running: Self.command, options("ada"))
        try ada.expect("in the room harbour\n")
        try ada.expect("at harbour: no one else\n")
        let bob = try PseudoTerminal(running: Self.command, options("bob"))
        try bob.expect("at harbour: ada\n")
        try ada.expect("at harbour: bob\n")
        await broker.wait { $0.subscriptions == ["ada": 2, "bob": 2] }
        ada.type("Ahoy, Bob!")
        try bob.expect("ada: Ahoy, Bob!\n")
        broker.stop()
        try ada.expect("no connection: ")
        ada.type("Is anyone there?")
        try ada.expect("ada: Is anyone there? (unsent)\n")
        try broker.start()
        try bob.expect("ada: Is anyone there?\n")
        bob.type("/status fishing")
        try ada.expect("at harbour: bob (fishing)\n")
        bob.type("/place lighthouse")
        try bob.expect("at lighthouse: no one else\n")
        bob.type("/room cabin")
        try bob.expect("in the room cabin\n")
        ada.type("/room cabin")
        ada.type("/place cabin")
        try ada.expect("at cabin: no one else\n")  // So the broker has heard of the room before.
        bob.type("Is that you?")
        try ada.expect("bob: Is that you?\n")
        ada.type("/nosuch")
        try ada.expect("there is /place <place>, /status [<what you do there>], /room <room> and /quit\n")
        ada.type("/quit")
        #expect(ada.end() == 0)
        bob.endInput()
        #expect(bob.end() == 0)
        await broker.wait { $0.present.isEmpty }
        #expect(broker.counts.most == ["ada": 1, "bob": 1])
    }

    @Test func `sends what it reads, and leaves when that is acknowledged`() throws {
        let result = try Self.command.run(options("ada"), input: "one\n\ntwo\n")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(broker.counts.received >= 2)
    }

    @Test func `reads its token from a file, so that the list of processes does not show it`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "token-\(UUID())")
        try Data("s3cret\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let words = [
            "chat", "--url", "ws://127.0.0.1:\(broker.port)/ws", "--user", "ada", "--token-file",
            file.path(percentEncoded: false),
        ]
        let result = try Self.command.run(words, input: "one\n")
        #expect(result.status == 0)
        #expect(result.errors == "")
        #expect(broker.counts.sessions["ada"] == 1)
    }

    @Test func `tries several brokers in turn`() throws {
        let away = LoopbackBroker()
        let dead = try away.start()
        away.stop()
        var words = options("ada")
        words.insert("--url=ws://127.0.0.1:\(dead)/ws", at: 1)
        let result = try Self.command.run(words, input: "one\n")
        #expect(result.status == 0)
        #expect(result.output.contains("no connection: "))
        #expect(result.output.contains("connected\n"))
    }

    @Test func `says that a token is refused, and does not show it`() throws {
        let result = try Self.command.run(options("ada", token: "wr0ng"), input: "one\n")
        let message = "playground: the broker does not accept the token of ada: Bad CONNECT\n"
        #expect(result.status == 1)
        #expect(result.errors == message)
        #expect(!result.output.contains("wr0ng"))
        #expect(broker.counts.refusals == ["ada": 1])
    }

    @Test func `says that there is no broker, and what was not sent`() throws {
        let away = LoopbackBroker()
        let dead = try away.start()
        away.stop()
        let words = ["chat", "--url", "ws://127.0.0.1:\(dead)/ws", "--user", "ada", "--token", "s3cret"]
        let result = try Self.command.run(words, input: "one\n")
        #expect(result.status == 1)
        #expect(result.errors == "playground: there was no connection: unreachable: Connection refused\n")
        #expect(result.output.contains("ada: one (unsent)\n"))
    }

    @Test(arguments: [
        (["--nosuch"], "there is no option --nosuch; chat has \(names)"),
        (["s3cret"], "chat takes options only: \(names)"),
        (["--url"], "--url takes a value: --url <url>"),
        (["--user="], "--user takes a value: --user <user>"),
        (
            ["--url", "http://localhost"],
            "“http://localhost”: invalid request: the URL begins with neither ws: nor wss:"
        ),
        (["--user", "ada"], needed), (["--url", "ws://localhost", "--user", "ada"], needed),
        (["--token-file", "/nosuch"], "there is no token in the file “/nosuch”"),
        (["--token-file", "/dev/null"], "there is no token in the file “/dev/null”"),
    ])
    func `answers options that make no sense, with what is possible`(words: [String], message: String) throws {
        let result = try Self.command.run(["chat"] + words)
        #expect(result == Program.Result(status: 64, errors: "playground: \(message)\n"))
    }

    @Test func `has help`() throws {
        let result = try Self.command.run(["chat", "--help"])
        #expect(result.status == 0)
        for word in [
            "--url", "--user", "--token", "--token-file", "--device", "--room", "/place", "/status", "/room", "/quit",
        ] {
            #expect(result.output.contains(word))
        }
    }
}
