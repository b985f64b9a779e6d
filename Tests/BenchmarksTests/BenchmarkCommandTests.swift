import Foundation
import NetworkTestSupport
import TestSupport
import Testing

/// The command; what it measures is not the business of a test.
@Suite(.blocking) struct `The benchmarks command` {
    private static let command = Program(product: "benchmarks")

    private struct Row: Decodable {
        let name: String
        let nanoseconds: Double
        let enumNanoseconds: Double?
        let ratioToEnum: Double?
        let allocationsPerOperation: Double?
    }

    @Test func `prints JSON for programs`() throws {
        let result = try Self.command.run(["--filter", "per request", "--samples", "1", "--format", "json"])
        #expect(result.status == 0)
        let rows = try JSONDecoder().decode([Row].self, from: Data(result.output.utf8))
        #expect(rows.map(\.name) == ["socket, per request", "player, per request"])
        for row in rows {
            #expect(row.nanoseconds > 0)
            #expect(row.ratioToEnum == row.enumNanoseconds.map { row.nanoseconds / $0 })
        }
    }

    @Test func `measures the WebSocket client, with a server of others where there is one`() throws {
        let words = ["--filter", "there and back", "--samples", "1"]
        let output = try Self.command.run(words).output
        #expect(output.contains("\nWebSocket client over loopback "))
        #expect(output.contains(/a text there and back +[0-9.]+ µs +([0-9.]+ µs|–)\n/))
        #expect(output.contains(/a mebibyte there and back, .* +[0-9.]+ MB\/s +([0-9.]+ MB\/s|–)\n/))
        let json = try Self.command.run(words + ["--format", "json"]).output
        let rows = try JSONDecoder().decode([Row].self, from: Data(json.utf8))
        #expect(rows.count == (WebSocketPeer.isExpected ? 4 : 2))
        for row in rows { #expect(row.nanoseconds > 0) }
    }

    @Test func `measures clients that stay connected, and come back when their server has died`() throws {
        let output = try Self.command.run(["--filter", "stay connected", "--clients", "20"]).output
        #expect(output.contains(/20 clients that stay connected +([0-9]+|–) +[0-9.]+ +[0-9.]+\n/))
    }

    @Test func `measures a machine that a page looks at`() throws {
        let output = try Self.command.run(["--filter", "in an inspector", "--samples", "1"]).output
        #expect(
            output.contains(/10,000 transitions a second( +[0-9.]+){3} +[0-9.]+ of unobserved, at most 1.10: \w+\n/))
    }

    @Test func `measures the codec of the WebSocket client`() throws {
        let result = try Self.command.run(["--filter", "frames", "--samples", "1"])
        #expect(result.output.contains(/WebSocket codec, MB\/s +1 KiB +64 KiB +1 MiB\n/))
        #expect(result.output.contains(/messages of masked frames +[0-9]+ +[0-9]+ +[0-9]+\n/))
    }

    @Test func `prints a table for people`() throws {
        let output = try Self.command.run(["--filter", "player, per request", "--samples", "1"]).output
        #expect(output.contains("by hand"))
        #expect(output.contains("\nplayer, per request "))
        #expect(!output.contains("A million machines"))
    }

    @Test(arguments: [
        (["--nosuch"], "“--nosuch” is no option, or lacks its value; see --help"),
        (["--samples"], "“--samples” is no option, or lacks its value; see --help"),
        (["--samples", "0"], "“0” is no value for --samples; see --help"),
        (["--format", "xml"], "“xml” is no value for --format; see --help"),
        (["--filter", "nosuch"], "no row is called “nosuch”"),
    ])
    func `answers what does not exist on standard error`(words: [String], message: String) throws {
        #expect(try Self.command.run(words) == Program.Result(status: 64, errors: "benchmarks: \(message)\n"))
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no full device"),
        arguments: [
            (["--help"], ">/dev/full", 74, "standard output cannot be written: No space left on device"),
            (["--help"], ">&-", 74, "standard output cannot be written: Bad file descriptor"),
            (["--nosuch"], "2>/dev/full", 64, nil), (["--nosuch"], "2>&-", 64, nil),
        ] as [([String], String, Int32, String?)])
    func `ends without a crash when its output cannot be written`(
        words: [String], redirection: String, status: Int32, message: String?
    ) throws {
        let shell = try #require(Program.installed("sh"))
        let result = try shell.run(
            ["-c", "\"$0\" \"$@\" \(redirection)", Self.command.executable.path()] + words)
        let errors = message.map { "benchmarks: \($0)\n" } ?? ""
        #expect(result == Program.Result(status: status, errors: errors))
    }

    @Test func `has help`() throws {
        let result = try Self.command.run(["--help"])
        #expect(result.status == 0)
        #expect(result.output.contains("--filter"))
    }
}
