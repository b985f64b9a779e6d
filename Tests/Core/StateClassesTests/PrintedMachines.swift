import Foundation
@testable import StateExploration
import TestSupport

@testable import StateClasses

/// Machines that were printed, compiled and explored.
enum PrintedMachines {
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// Compiles files of one machine each in one go, and returns the graph of each machine as JSON; a warning is an error.
    static func graphs(_ sources: [(name: String, text: String)], options: [String] = []) throws -> [String] {
        try Program.withTemporaryFolder { folder in
            var paths: [String] = []
            let calls = sources.map { name, _ in
                """
                do { print(try \(name).model.explore(limit: 20_000).json(), terminator: "\\u{0}") } catch {
                    print("\\(error)", terminator: "\\u{0}")
                }
                """
            }
            for (name, text) in sources + [("main", "import StateExploration\n" + calls.joined(separator: "\n"))] {
                let file = folder.appending(path: name + ".swift")
                try text.write(to: file, atomically: true, encoding: .utf8)
                paths.append(file.path(percentEncoded: false))
            }
            let program = folder.appending(path: "program")
            let libraries = try Program.sharedLibraries(importedBy: "import StateExploration\nimport StatePattern\n")
            let compiled = try Program.swift().run(
                ["-swift-version", "6", "-warnings-as-errors", "-wmo", "-o", program.path(percentEncoded: false)]
                    + paths + options + Program.importOptions() + libraries)
            guard compiled.status == 0 else { throw Failure(description: compiled.errors) }
            let result = try Program(at: program).run()
            guard result.status == 0 else { throw Failure(description: result.errors) }
            return result.output.split(separator: "\0").map(String.init)
        }
    }

    /// The findings of the linter in printed files that were formatted, with the rules of the project.
    static func lint(_ texts: [String]) throws -> String {
        try Program.withTemporaryFolder { folder in
            let configuration = Program.package.appending(path: ".swift-format")
            try FileManager.default.copyItem(at: configuration, to: folder.appending(path: ".swift-format"))
            let files = try texts.enumerated().map { number, text in
                let file = folder.appending(path: "Machine\(number).swift")
                try text.write(to: file, atomically: true, encoding: .utf8)
                return file.path(percentEncoded: false)
            }
            let formatted = try Program.swift("swift").run(["format", "--in-place"] + files)
            return try formatted.errors + Program.swift("swift").run(["format", "lint", "--strict"] + files).errors
        }
    }
}

/// A graph without what a chart cannot say.
struct ChartedGraph {
    let graph: SavedGraph

    /// Reads a graph, and takes away what a chart does not tell apart.
    ///
    /// A refusal is unhandled, a deferral and a change of data are transitions, and a request that no state handles is no
    /// event. SCXML has no effects of the start. Mermaid's arrows are those that lead to a state or have an effect.
    init(json: String, in format: String) throws {
        var graph = try JSONSerialization.jsonObject(with: Data(json.utf8)) as! [String: Any]
        var states = graph["states"] as! [[String: Any]]
        var handled: Set<String> = []
        for (number, state) in states.enumerated() {
            states[number]["cells"] = (state["cells"] as! [[String: Any]]).map { cell in
                var cell = cell
                if format.hasSuffix("InAnyOrder") { cell["trace"] = (cell["trace"] as! [String]).sorted() }
                let outcome = cell["outcome"] as? String ?? "unhandled"
                let isIdle = (cell["trace"] as! [String]).isEmpty
                let stays = cell["target"] as! String == state["name"] as! String
                let refusals = ["refused", "unhandled"] + (format.hasPrefix("Mermaid") ? ["handled", "deferred"] : [])
                let isRefused = stays && isIdle && refusals.contains(outcome)
                cell["outcome"] = isRefused ? "unhandled" : stays && outcome == "transitioned" ? outcome : "handled"
                if !isRefused { handled.insert(cell["request"] as! String) }
                return cell
            }
        }
        for (number, state) in states.enumerated() {
            states[number]["cells"] = (state["cells"] as! [[String: Any]]).filter {
                handled.contains($0["request"] as! String)
            }
        }
        graph["states"] = states
        if !format.hasPrefix("JSON") && format != "Mermaid" { graph["startTrace"] = nil as [String]? }
        graph["requests"] = (graph["requests"] as! [String]).filter(handled.contains)
        self.graph = try JSONDecoder().decode(SavedGraph.self, from: JSONSerialization.data(withJSONObject: graph))
    }
}
