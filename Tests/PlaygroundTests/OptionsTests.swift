import Foundation
import LoopbackBroker
import LoopbackServer
import NetworkTestSupport
import Sockets
import Synchronization
import TestSupport
import Testing

@testable import playground

@Suite struct `A URL as it is typed` {
    private static let unencoded = "codes, such as %7B, for all that needs one"

    private func urls(_ text: String) throws -> [URL] {
        try Options(["--url", text], of: "socket", ["--url <url>…"]).urls()
    }

    @Test(arguments: [
        ("ws://h", "ws://h"), ("WSS://h:8443/a/b", "WSS://h:8443/a/b"), ("ws://h/?a=b%2Bc", "ws://h/?a=b%2Bc"),
        ("ws://h/a%2Fb?x=%7B%7D", "ws://h/a%2Fb?x=%7B%7D"), ("ws://h/?a=b+c&x={}", "ws://h/?a=b+c&x=%7B%7D"),
        ("ws://h/a b", "ws://h/a%20b"), ("ws://h/ü", "ws://h/%C3%BC"), ("ws://h/?q=ü", "ws://h/?q=%C3%BC"),
        ("ws://bücher.example/", "ws://xn--bcher-kva.example/"), ("ws://[::1]:80/", "ws://[::1]:80/"),
        ("ws://a_b/", "ws://a_b/"), ("ws://h./", "ws://h./"), ("ws://h/%E9", "ws://h/%E9"),
        ("ws://h%41/", "ws://h%41/"),
    ])
    func `is the same, but for what has to be encoded`(typed: String, url: String) throws {
        #expect(try urls(typed).map(\.absoluteString) == [url])
    }

    @Test(arguments: [
        ("ws://h/?a=b%2Bc&x={}", unencoded), ("ws://h/a b%20c", unencoded), ("ws://bücher.example/%41", unencoded),
        ("ws://h/100%", unencoded), ("ws://h/%zz", unencoded), ("", "--url takes a value"), (" ws://h", "is no URL"),
        ("ws://h:-1/", "is no URL"), ("ws://[::1/", "is no URL"), ("ws://h\u{0}", "is no URL"),
        ("h", "neither ws: nor wss:"), ("http://h", "neither ws: nor wss:"), ("ws://", "the URL has no host"),
        ("ws:///path", "the URL has no host"), ("ws://h:99999/", "port"),
        ("ws://ada:secret@h/", "user"), ("ws://h/#part", "fragment"),
    ])
    func `is refused if it can mean two things, or no server`(typed: String, message: String) {
        #expect {
            try urls(typed)
        } throws: {
            "\($0)".contains(message)
        }
    }

    @Test func `reaches the server with its codes`() async throws {
        let resource = Mutex("")
        let server = LoopbackServer { request in
            resource.withLock { $0 = request.resource }
            return .refuse(status: 401)
        }
        defer { server.stop() }
        let port = try server.start()
        let result = try Program(product: "playground").run([
            "socket", "--url", "ws://127.0.0.1:\(port)/head?a=b%2Bc&x=%7B%7D",
        ])
        #expect(result.status == 1)
        #expect(resource.withLock { $0 } == "/head?a=b%2Bc&x=%7B%7D")
    }
}

/// The options of all commands that connect to a server, and of the others.
@Suite(.blocking, .timeLimit(.minutes(10))) struct `The options of a command` {
    private static let command = Program(product: "playground")

    private static let ofServer = ["--url", "--token", "--token-file", "--ca"]
    private static let all: [(command: [String], names: [String])] = [
        (["socket", "--url", "ws://h"], ofServer + ["--header", "--subprotocol"]),
        (["chat"], ofServer + ["--user", "--device", "--room"]), (["presence"], ofServer + ["--user"]),
        (["app"], ofServer + ["--user", "--story"]), (["graph"], ["--format", "--merged", "--no-effects"]),
        (["serve"], ["--port"]),
        (["player", "--play"], ["--play", "--silent", "--funnel"]), (["page"], []), (["compare"], []),
    ]

    @Test(arguments: all) func `are in its help, and in the answer to one that does not exist`(
        command: [String], names: [String]
    ) throws {
        let answer = try Self.command.run(command + ["--nosuch"])
        #expect(answer.status == 64)
        let list = try #require(answer.errors.split(separator: " has ").last)
        #expect(
            Set(list.trimmingCharacters(in: .newlines).split(separator: ", ").map(String.init))
                == Set(names + ["--help"]))
        let help = try Self.command.run([command[0], "--help"])
        #expect(help.status == 0 && help.errors == "")
        for name in names { #expect(help.output.contains(name)) }
    }

    @Test(arguments: [
        (["socket", "--url=", "ws://h"], "--url takes a value: --url <url>"),
        (["chat", "--user", "--token", "x"], "--user takes a value: --user <user>"),
        (["chat", "--tokn", "x"], "there is no option --tokn (did you mean “--token”?); chat has "),
        (["socket", "--url", "ws://h", "--url", "ws://i"], "--url can be given only once"),
        (["chat", "--user", "a", "--user", "b"], "--user can be given only once"),
        (["graph", "player", "--format", "svg", "--format=dot"], "--format can be given only once"),
        (["serve", "--port", "1", "--port", "2"], "--port can be given only once"),
        (["player", "--play", "--funnel", "a", "--funnel", "b", "c"], "--funnel can be given only once"),
        (["graph", "player", "--merged=yes"], "--merged takes no value"),
        (
            ["chat", "--url", "ws://h", "--user", "a", "--token", "b", "--token-file", "/dev/null"],
            "--token and --token-file stand for the same; one is enough"
        ),
        (["chat", "--ca", "/"], "--ca: there is no file “/” that could be read"),
        (["presence", "--ca", "/nosuch"], "--ca: there is no file “/nosuch” that could be read"),
        (["socket", "--url", "ws://h", "--token-file", "/"], "there is no token in the file “/”"),
        (
            ["graph", "player", "foo"],
            "graph takes one of: turnstile, player, socket, checkout, navigation, gate, socket-published, "
                + "not “player foo”"
        ),
        (["tour", "foo"], "tour stands alone; it shows all machines"),
        (["serve", "--port", "99999"], "--port takes a number from 0, for any port that is free, to 65535"),
        (["serve", "--port", "-1"], "--port takes a number from 0, "),
        (["serve", "--port", "1e9"], "--port takes a number from 0, "),
        (["player", "seek", "1e9"], "“1e9” is not a time; times read "),
        (["player", "seek", "0x10"], "“0x10” is not a time; times read "),
        (["player", "seek", "+5"], "“+5” is not a time; times read "),
        (
            ["player", "seek", "16666:41"],
            "“16666:41” is not a time; times read 5, 0:05 or 1:02.5, up to 1000000 seconds"
        ),
        (["player", "seek", "99999999999999999999:00"], "“99999999999999999999:00” is not a time; times read "),
        (["navigation", "book", "-9223372036854775809"], "“-9223372036854775809” is not the number of a book; "),
    ])
    func `are answered when they make no sense`(words: [String], message: String) throws {
        let result = try Self.command.run(words)
        #expect(result.status == 64 && result.output == "")
        #expect(result.errors.hasPrefix("playground: \(message)") && result.errors.count { $0 == "\n" } == 1)
    }

    @Test(arguments: [
        (["player", "--play", "--funnel", #"caf\351.svg"#, "a"], "“caf\u{FFFD}.svg” behind --funnel is not UTF-8"),
        (["socket", "--url", "wss://h", "--ca", #"caf\351"#], "“caf\u{FFFD}” behind --ca is not UTF-8"),
        (["chat", #"--token-file=caf\351"#], "“--token-file=caf\u{FFFD}” is not UTF-8"),
        ([#"caf\351"#], "“caf\u{FFFD}” is not UTF-8"),
    ])
    func `are named when they are not UTF-8`(words: [String], message: String) throws {
        let shell = try #require(Program.installed("sh"))
        let typed = words.map { "\"$(printf '%b' '\($0.replacing("\\", with: "\\0"))')\"" }.joined(separator: " ")
        let result = try shell.run(["-c", "\"$0\" \(typed)", Self.command.executable.path()])
        #expect(result == Program.Result(status: 64, errors: "playground: \(message); every word has to be\n"))
    }

    @Test func `have a token in a file of UTF-8 only`() throws {
        try Program.withTemporaryFolder { folder in
            let file = folder.appending(path: "token")
            try Data([0x74, 0xE9]).write(to: file)
            let words = ["chat", "--url", "ws://h", "--user", "ada", "--token-file", file.path()]
            let message = "playground: the token in the file “\(file.path())” is not UTF-8\n"
            #expect(try Self.command.run(words) == Program.Result(status: 64, errors: message))
        }
    }

    @Test func `say with which token the socket connects`() throws {
        let authorization = Mutex<[String]>([])
        let server = LoopbackServer { request in
            authorization.withLock { $0 += request.headers.filter { $0.name == "Authorization" }.map(\.value) }
            return .refuse(status: 401)
        }
        defer { server.stop() }
        let url = "ws://127.0.0.1:\(try server.start())/"
        try Program.withTemporaryFolder { folder in
            let file = folder.appending(path: "token")
            try Data("\u{FEFF}s3cret\r\n".utf8).write(to: file)
            for option in [["--token-file", file.path()], ["--token=s3cret"]] {
                #expect(try Self.command.run(["socket", "--url", url] + option).status == 1)
            }
        }
        #expect(authorization.withLock { $0 } == ["Bearer s3cret", "Bearer s3cret"])
    }

    @Test(
        .enabled(
            if: Certificate.isExpected && Program.isExpected("python3"), "openssl or Python is missing"))
    func `name the authorities that a broker's certificate comes from`() async throws {
        let broker = LoopbackBroker { _, _ in true }
        defer { broker.stop() }
        let certificate = try Certificate(for: ["DNS:localhost"])
        let (proxy, port) = try TLSPeer.proxy(to: try broker.start(), certificate)
        defer { proxy.kill() }
        let url = "wss://localhost:\(port)/ws"
        func start(_ command: String, _ options: String...) throws -> PseudoTerminal {
            let words = [command, "--url", url, "--user", command, "--token", "t"] + options
            return try PseudoTerminal(running: Self.command, words, isPipe: true)
        }
        let stranger = try start("presence")
        try stranger.expect("no connection: not trusted: ")
        let presence = try start("presence", "--ca", certificate.file.path())
        try presence.expect("answers reports of places\n")
        let chat = try start("chat", "--ca", certificate.file.path())
        try chat.expect("connected\n")
        let app = try start("app", "--ca", certificate.file.path())
        app.type("logIn")
        await broker.wait { $0.present == ["presence": 1, "chat": 1, "app": 1] }
        for program in [stranger, presence, chat, app] {
            program.terminate()
            #expect(program.end() == SIGTERM)
        }
    }

    @Test func `include one for the version`() throws {
        let result = try Self.command.run(["--version"])
        #expect(result.status == 0 && result.output.hasPrefix("playground ") && result.output.count { $0 == "\n" } == 1)
    }
}
