import Foundation
import TestSupport
import Testing

/// The command; what it measures is not the business of a test.
@Suite(.blocking) struct `The benchmarks command` {
    private static let command = Program(product: "benchmarks")

    @Test func `prints a table in Markdown`() throws {
        let result = try Self.command.run(["--filter", "unhandled request", "--samples", "1"])
        let lines = result.output.split(separator: "\n")
        #expect(result.status == 0 && lines.count == 3)
        #expect(lines[0] == "| operation | here | by hand | enum | allocated here | here / by hand |")
        let columns = try #require(lines.last).components(separatedBy: " | ")
        #expect(columns.count == 6 && columns[0] == "| unhandled request, counted")
        for time in columns[1...3] { #expect(Double(time).map { $0 > 0 } == true) }
    }

    @Test(arguments: [
        (["--nosuch"], "“--nosuch” is no option, or lacks its value; see --help"),
        (["--samples"], "“--samples” is no option, or lacks its value; see --help"),
        (["--samples", "0"], "“0” is no value for --samples; see --help"),
        (["--layouts", "many"], "“many” is no value for --layouts; see --help"),
        (["--filter", "nosuch"], "no row is called “nosuch”"),
    ])
    func `answers what does not exist on standard error`(words: [String], message: String) throws {
        #expect(try Self.command.run(words) == Program.Result(status: 64, errors: "benchmarks: \(message)\n"))
    }
}
