import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct `The playground compares a machine with its graph of an earlier day` {
    private func kept(_ machine: String) throws -> String {
        try command.run(["graph", machine, "--format", "json"]).output
    }

    private func diff(_ machine: String, _ old: String, _ options: String...) throws -> Program.Result {
        try Program.withTemporaryFolder { folder in
            let file = folder.appending(path: "old.json")
            try old.write(to: file, atomically: true, encoding: .utf8)
            return try command.run(["diff", machine, file.path(percentEncoded: false)] + options)
        }
    }

    @Test(arguments: ["turnstile", "player", "socket", "checkout", "navigation", "gate"])
    func `and finds no difference in the same one, and each in another`(machine: String) throws {
        let old = try kept(machine)
        let same = try diff(machine, old)
        #expect(same.output.hasPrefix("no difference in ") && same.errors == "" && same.status == 0)
        let other = old.replacing("\"unhandled\"", with: "\"deferred\"", maxReplacements: 1)
        let result = try diff(machine, other)
        let lines = result.output.split(separator: "\n")
        #expect(result.status == 1 && lines.count == 3 && lines[0].hasPrefix("changed: "))
        #expect(lines[1].hasPrefix("  old: deferred, ") && lines[2].hasPrefix("  new: unhandled, "))
    }

    @Test func `as a table and as a chart, with the same status`() throws {
        let old = try kept("turnstile").replacing("passage", with: "beep")
        let table = try diff("turnstile", old, "--format", "markdown")
        #expect(table.status == 1 && table.output.contains("\n| changed | push in Unlocked | after insertCoin |"))
        let chart = try diff("turnstile", old, "--format=svg")
        #expect(chart.status == 1 && chart.output.contains("+ push / passage"))
        #expect(try PictureGeometry(chart.output).problems == [])
    }

    @Test func `and says what is wrong with a file`() throws {
        let old = try kept("turnstile")
        let other = try diff("turnstile", old.replacing("\"name\":\"Unlocked\"", with: "\"name\":\"Open\""))
        #expect(other.errors.hasSuffix("leads to “Unlocked”, which is none of the states.\n") && other.status == 64)
    }
}
