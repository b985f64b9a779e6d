import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// The table of a machine as a file of tests. Another test compiles and runs one.
@Suite struct `A file of tests` {
    @Test func `has a line for each cell that does something, and tours with their ends`() throws {
        let oven = MachineModel(
            Oven.init, requests: ["toggle": { $0.toggle() }, "warmed": { $0.warmed() }], trace: { $0.takeLog() })
        let lines = try oven.explore().testFile(for: "Oven", in: "Kitchen").split(separator: "\n").map {
            $0.drop { $0 == " " }
        }
        #expect(lines.contains("@testable import Kitchen") && lines.contains("@Suite struct OvenTests {"))
        #expect(
            lines.filter { $0.hasPrefix("(\"") } == [
                #"("Off", "toggle", .transitioned, "On/Heating", ["exit Off", "enter On", "enter Heating"]),"#,
                #"("On/Heating", "toggle", .transitioned, "Off", ["exit Heating", "exit On", "enter Off"]),"#,
                #"("On/Heating", "warmed", .transitioned, "On/Warm", ["exit Heating", "enter Warm"]),"#,
                #"("On/Warm", "toggle", .transitioned, "Off", ["exit Warm", "exit On", "enter Off"]),"#,
            ])
        #expect(lines.contains(##"#expect(graph.startTrace == ["enter Off"])"##))
        #expect(lines.filter { $0.hasPrefix("], ") } == [#"], "Off""#])
    }

    @Test func `of a graph with bounds explores within them`() throws {
        let model = chart((0...3).map { "Counting, \($0)" }, ["next"]) { state, _ in state + 1 }
        let file = try model.explore { $0 != "Counting, 2" }.testFile(for: "Counters.One", in: "Module")
        #expect(file.contains("@Suite struct CountersOneTests {"))
        #expect(file.contains(#"Counters.One.model.explore(within: { !["Counting, 2"].contains($0) })"#))
    }

    @Test func `keeps every name, and can be parsed`() throws {
        let names = ["a \"b\"\\", "new\nline", "ключ"] + (0..<40).map { "request \($0)" }
        let model = MachineModel(
            { 0 }, requests: .init(names) { _, _ in .handled }, state: { _ in "Only, “one”" })
        let file = try model.explore().testFile(for: "Machine", in: "Module")
        #expect(file.contains(#"("Only, “one”", "a \"b\"\\", .handled, "Only, “one”", []),"#))
        #expect(file.contains(#"("Only, “one”", "new\nline", .handled, "Only, “one”", []),"#))
        try Program.withTemporaryFolder { folder in
            let path = folder.appending(path: "MachineTests.swift")
            try file.write(to: path, atomically: true, encoding: .utf8)
            let result = try Program.swift().run(
                ["-swift-version", "6", "-parse", path.path(percentEncoded: false)])
            #expect(result == Program.Result())
        }
    }
}
