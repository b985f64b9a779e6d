import Foundation
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
    }

    @Test func `prints JSON for programs`() throws {
        let result = try Self.command.run(["--filter", "unhandled request", "--samples", "1", "--format", "json"])
        #expect(result.status == 0)
        let rows = try JSONDecoder().decode([Row].self, from: Data(result.output.utf8))
        #expect(rows.map(\.name) == ["unhandled request, counted"])
        for row in rows {
            #expect(row.nanoseconds > 0)
            #expect(row.ratioToEnum == row.enumNanoseconds.map { row.nanoseconds / $0 })
        }
    }

    @Test func `prints a table for people`() throws {
        let output = try Self.command.run(["--filter", "unhandled request", "--samples", "1"]).output
        #expect(output.contains("by hand"))
        #expect(output.contains("\nunhandled request, counted "))
        #expect(!output.contains("A million machines"))
    }

    @Test(arguments: [
        (["--nosuch"], "“--nosuch” is no option, or lacks its value; see --help"),
        (["--samples"], "“--samples” is no option, or lacks its value; see --help"),
        (["--samples", "0"], "“0” is no value for --samples; see --help"),
        (["--layouts", "many"], "“many” is no value for --layouts; see --help"),
        (["--format", "xml"], "“xml” is no value for --format; see --help"),
        (["--filter", "nosuch"], "no row is called “nosuch”"),
    ])
    func `answers what does not exist on standard error`(words: [String], message: String) throws {
        #expect(try Self.command.run(words) == Program.Result(status: 64, errors: "benchmarks: \(message)\n"))
    }
}
