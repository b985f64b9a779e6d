import Foundation
import LoopbackBroker
import LoopbackServer
import NetworkTestSupport
import Sockets
import Synchronization
import TestSupport
import Testing

@testable import playground

@Suite(.timeLimit(.minutes(60))) struct `A URL as it is typed` {
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
    func `is the same, but for what must be encoded`(typed: String, url: String) throws {
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
        let result = try command.run(["socket", "--url", "ws://127.0.0.1:\(port)/head?a=b%2Bc&x=%7B%7D"])
        #expect(result.status == 1)
        #expect(resource.withLock { $0 } == "/head?a=b%2Bc&x=%7B%7D")
    }
}

/// The options of all commands that connect to a server, and of the others.
@Suite(.blocking, .timeLimit(.minutes(60))) struct `The options of a command` {
    private static let ofServer = ["--url", "--token", "--token-file", "--ca"]
    private static let all: [(words: [String], names: [String], help: [String])] = [
        (["socket", "--url", "ws://h"], ofServer + ["--header", "--subprotocol"], []),
        (["app"], ofServer + ["--user", "--story", "--folder", "--record"], []),
        (["graph"], ["--format", "--merged", "--no-effects", "--all-requests", "--run"], []),
        (["player", "--play"], ["--play", "--silent", "--funnel"], []), (["page"], ["--recording"], []),
        (["serve"], ["--port"], []), (["compare"], [], []), (["learn"], ["--depth"], []),
        (["diff"], ["--format"], ["graph turnstile --format json"]),
        (["classes"], ["--name"], ["classes turnstile.scxml"]),
    ]

    @Test(arguments: all) func `are in its help, and in the answer to one that does not exist`(
        words: [String], names: [String], help: [String]
    ) throws {
        let answer = try command.run(words + ["--nosuch"])
        #expect(answer.status == 64)
        let list = try #require(answer.errors.split(separator: " has ").last)
        #expect(
            Set(list.trimmingCharacters(in: .newlines).split(separator: ", ").map(String.init))
                == Set(names + ["--help"]))
        let text = try command.run([words[0], "--help"])
        #expect(text.status == 0 && text.errors == "")
        for word in names + help { #expect(text.output.contains(word)) }
    }

    private static let machines = "turnstile, player, socket, checkout, navigation, gate"
    private static let pages =
        "\(machines), small-player, player-hooks, player-runner, player-book, player-by-hand, small-socket, socket-published"
    private static let times = "times read 5, 0:05 or 1:02.5, up to 1000000 seconds"
    private static let ofApp = "--url, --user, --token, --token-file, --ca, --story, --folder, --record, --help"
    private static let needed =
        "to talk over a broker takes --url, --user, and one of --token and --token-file"

    /// The words of mistakes, where ␣ is a space in a word, and the beginnings of their answers.
    static let mistakes: KeyValuePairs<String, String> = [
        // Machines and their requests.
        "nosuch": "there is no machine “nosuch”; there is \(machines)\n",
        "plyer": "there is no machine “plyer” (did you mean “player”?); there is turnstile, ",
        "--nosuch": "there is no option --nosuch; see playground --help\n",
        "player --keep-going play": "--keep-going stands alone: the requests are read from standard input\n",
        "turnstile history":
            "“history” is no request: type it on a terminal, or pipe it into playground turnstile\n",
        "player seek": "“seek” takes an argument: seek <time>\n",
        "player seek soon": "“soon” is not a time; \(times)\n",
        "player seek 1:75": "“1:75” is not a time; \(times)\n",
        "player seek 1e9": "“1e9” is not a time; \(times)\n",
        "player seek +5": "“+5” is not a time; \(times)\n",
        "player seek 16666:41": "“16666:41” is not a time; \(times)\n",
        "player seek 99999999999999999999:00": "“99999999999999999999:00” is not a time; \(times)\n",
        "player load Air": "“Air” is not a track; a queue reads Air=0:05,Badinerie=0:03, or none\n",
        "player load Air=-1": "“Air=-1” is not a track; a queue reads Air=0:05,Badinerie=0:03, or none\n",
        "navigation book +7": "“+7” is not the number of a book; ",
        "navigation book x": "“x” is not the number of a book; they go from 1 to 999\n",

        // Files that are played.
        "player --play": "--play takes files, folders or URLs\n",
        "player --silent a.wav": "--play takes files, folders or URLs\n",
        "player --play a.wav --funnel": "--funnel takes a value: --funnel <file>\n",
        "player --play --funnel= a.wav": "--funnel takes a value: --funnel <file>\n",

        // Other commands.
        "tour foo": "tour stands alone; it shows all machines\n",
        "graph": "graph takes one of: ",
        "graph nosuch": "there is no machine “nosuch”; there is ",
        "graph player --format": "--format takes a value: --format <text|svg|mermaid|table|scxml|json>\n",
        "graph player --format png":
            "there is no format “png”; there is text, svg, mermaid, table, scxml, json\n",
        "graph player foo": "graph takes one of: \(pages), not “player foo”\n",
        "graph player --format svg --format=table": "--format can be given only once\n",
        "graph player --merged=yes": "--merged takes no value\n",
        "page": "page takes one of: \(pages)\n",
        "page sokcet": "there is nothing called “sokcet” (did you mean “socket”?); there is ",
        "page --recording x": "page takes one of: \(machines), app\n",
        "page small-player --recording x": "there is no recording of “small-player”; there is \(machines), app\n",
        "page player --recording /nosuch": "there is no file “/nosuch” that could be read\n",
        "replay": "replay takes a machine and a file: replay player run.jsonl; machines: \(machines), app\n",
        "replay plaier x": "there is no recording of “plaier” (did you mean “player”?); there is ",
        "player --record --keep-going": "--record takes a file\n",
        "player --record /nowhere/x play": "“/nowhere/x” cannot be written: ",
        "compare": "compare takes one of: small-player, player-hooks",
        "compare small-playe": "there is nothing called “small-playe” (did you mean “small-player”?); there is ",
        "learn player --depth 6": "--depth takes a number from 0 to 5\n",
        "classes": "classes takes a file: classes turnstile.scxml\n",
        "classes a --name 1a": "“1a” is no name of a class; it takes letters and digits: --name Turnstile\n",
        "diff": "diff takes a machine and a file: diff turnstile old.json\n",
        "diff turnstile /nosuch": "there is no file “/nosuch” that could be read\n",
        "diff turnstile /dev/null": "“/dev/null” is no graph of a machine: The given data was not valid JSON.\n",
        "diff turnstile /nosuch --format json": "there is no format “json”; there is text, markdown, svg\n",
        "serve nothing": "there is no machine “nothing”; there is \(machines), app\n",
        "serve --port 70000": "--port takes a number from 0, for any port that is free, to 65535\n",
        "serve --port -1": "--port takes a number from 0, ",

        // Commands that connect to a server.
        "socket --url http://localhost":
            "“http://localhost”: invalid request: the URL begins with neither ws: nor wss:\n",
        "socket --url ws://localhost connect": "socket takes options only: --url, --token,",
        "socket --url ws://localhost --header a": "“a” is no header; headers read “Name: value”\n",
        "socket --url ws://localhost --header a␣b:c": "invalid request: no header can be named “a b”\n",
        "socket --header a:b": "socket connects to what --url names; see playground socket --help\n",
        "socket --url wss://localhost --ca /nosuch": "--ca: there is no file “/nosuch” that could be read\n",
        "socket --url ws://h --token-file /": "there is no token in the file “/”\n",
        "app --tokn x": "there is no option --tokn (did you mean “--token”?); app has ",
        "app s3cret": "app takes options only: \(ofApp)\n",
        "app --user --token x": "--user takes a value: --user <user>\n",
        "app --user ada": "\(needed)\n",
        "app --url ws://localhost --user ada": "\(needed)\n",
        "app --url ws://h --user a --token b --token-file /dev/null":
            "--token and --token-file stand for the same; one is enough\n",
        "app --token-file /nosuch": "there is no token in the file “/nosuch”\n",
        "app --token-file /dev/null": "there is no token in the file “/dev/null”\n",
        "app --ca /": "--ca: there is no file “/” that could be read\n",
        "app --story --folder x": "--story can be recorded, and has no other options\n",
    ]

    @Test(arguments: Array(mistakes))
    func `are answered when they make no sense, and so is every other mistake`(typed: String, message: String) throws {
        let result = try command.run(typed.split(separator: " ").map { String($0.replacing("␣", with: " ")) })
        #expect(result.status == 64 && result.output == "")
        #expect(result.errors.hasPrefix("playground: \(message)") && result.errors.count { $0 == "\n" } == 1)
    }

    @Test(arguments: [
        (["player", "--play", "--funnel", #"caf\351.svg"#, "a"], "“caf\u{FFFD}.svg” behind --funnel is not UTF-8"),
        (["socket", "--url", "wss://h", "--ca", #"caf\351"#], "“caf\u{FFFD}” behind --ca is not UTF-8"),
        (["app", #"--token-file=caf\351"#], "“--token-file=caf\u{FFFD}” is not UTF-8"),
        ([#"caf\351"#], "“caf\u{FFFD}” is not UTF-8"),
    ])
    func `are named when they are not UTF-8`(words: [String], message: String) throws {
        let shell = try #require(Program.installed("sh"))
        let typed = words.map { "\"$(printf '%b' '\($0.replacing("\\", with: "\\0"))')\"" }.joined(separator: " ")
        let result = try shell.run(["-c", "\"$0\" \(typed)", command.executable.path(percentEncoded: false)])
        #expect(result == Program.Result(status: 64, errors: "playground: \(message); every word has to be\n"))
    }

    @Test func `have a token in a file of UTF-8 only`() throws {
        try Program.withTemporaryFolder { folder in
            let file = folder.appending(path: "token")
            try Data([0x74, 0xE9]).write(to: file)
            let words = ["app", "--url", "ws://h", "--user", "ada", "--token-file", file.path(percentEncoded: false)]
            let message = "playground: the token in the file “\(file.path(percentEncoded: false))” is not UTF-8\n"
            #expect(try command.run(words) == Program.Result(status: 64, errors: message))
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
            for option in [["--token-file", file.path(percentEncoded: false)], ["--token=s3cret"]] {
                #expect(try command.run(["socket", "--url", url] + option).status == 1)
            }
        }
        #expect(authorization.withLock { $0 } == ["Bearer s3cret", "Bearer s3cret"])
    }

    @Test(
        .enabled(
            if: Certificate.isExpectedByTransports && Program.isExpected("python3"), "openssl or Python is missing"))
    func `name the authorities that a broker's certificate comes from`() async throws {
        let broker = LoopbackBroker { _, _ in true }
        defer { broker.stop() }
        let certificate = try Certificate(for: ["DNS:localhost"])
        let (proxy, port) = try TLSPeer.proxy(to: try broker.start(), certificate)
        defer { proxy.kill() }
        let url = "wss://localhost:\(port)/ws"
        func start(_ name: String, _ options: String...) throws -> PseudoTerminal {
            let words = ["app", "--url", url, "--user", name, "--token", "t"] + options
            let app = try PseudoTerminal(running: command, words, isPipe: true)
            app.type("logIn")
            return app
        }
        let stranger = try start("eve")
        let app = try start("ada", "--ca", certificate.file.path(percentEncoded: false))
        await broker.wait { $0.present == ["ada": 1] }
        #expect(broker.counts.sessions["eve"] == nil)
        for program in [stranger, app] {
            program.terminate()
            #expect(program.end() == SIGTERM)
        }
    }
}
