import Foundation
import StateExploration
import TestSupport

@testable import StateClasses

/// Machines that were printed, compiled and explored.
enum PrintedMachines {
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// Compiles files of one machine each, in one go, and explores the machines.
    ///
    /// - Parameter options: Further options for the compiler. Any warning is an error.
    /// - Returns: The graph of each machine, as its JSON.
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
                ["-swift-version", "6", "-warnings-as-errors"] + paths + options + Program.importOptions() + libraries
                    + ["-o", program.path(percentEncoded: false)])
            guard compiled.status == 0 else { throw Failure(description: compiled.errors) }
            let result = try Program(at: program).run()
            guard result.status == 0 else { throw Failure(description: result.errors) }
            return result.output.split(separator: "\0").map(String.init)
        }
    }

    /// What the linter of the project says about printed files.
    static func lint(_ texts: [String]) throws -> String {
        try Program.withTemporaryFolder { folder in
            let configuration = Program.package.appending(path: ".swift-format")
            try FileManager.default.copyItem(at: configuration, to: folder.appending(path: ".swift-format"))
            let files = try texts.enumerated().map { number, text in
                let file = folder.appending(path: "Machine\(number).swift")
                try text.write(to: file, atomically: true, encoding: .utf8)
                return file.path(percentEncoded: false)
            }
            return try Program.swift("swift").run(["format", "lint", "--strict"] + files).errors
        }
    }
}

/// Charts by code.
extension Chart {
    init(_ roots: [Node], initial: [String] = []) {
        self.init()
        (self.roots, self.initial) = (roots, initial)
    }
}

extension Chart.Node {
    init(
        _ identifier: String, called name: String? = nil, kind: Chart.Kind = .state, initial: [String] = [],
        entry: [Chart.Effect] = [], exit: [Chart.Effect] = [], _ transitions: [Chart.Transition] = [],
        substates: [Chart.Node] = []
    ) {
        self.init(identifier: identifier, name: name ?? identifier, kind: kind, initial: initial, line: 1)
        (self.entry, self.exit, self.transitions, self.substates) = (entry, exit, transitions, substates)
    }
}

extension Chart.Transition {
    static func on(
        _ event: String?, to targets: String..., if condition: String? = nil, isInternal: Bool = false,
        does effects: [Chart.Effect] = []
    ) -> Self {
        Self(
            event: event, condition: condition, targets: targets, isInternal: isInternal, effects: effects, line: 1)
    }
}
