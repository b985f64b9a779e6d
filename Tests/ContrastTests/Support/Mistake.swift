import Foundation
import TestSupport
import Testing

/// A change of a machine's own sources, which is compiled, and searched if it compiles.
struct Mistake: CustomTestStringConvertible, Sendable {
    /// The means that finds a mistake.
    enum Finder: Sendable {
        /// The compiler's message, or a part of it; warnings count.
        case compiler(String)
        /// The output of a search.
        case search(String)
        /// The core's message, or a part of it, with which the search ends.
        case trap(String)
    }

    let testDescription: String
    /// Text of the sources, and what it is replaced with.
    let changes: [(old: String, new: String)]
    /// The sources; those of the two players unless the change concerns others.
    let files: [String]
    /// A program in a file of its own, which prints what the search finds; a comparison unless another is given.
    let search: String
    let finder: Finder

    init(
        _ name: String, _ changes: (old: String, new: String)..., files: [String] = Mistake.playerFiles,
        search: String? = nil, foundBy finder: Finder
    ) {
        let machine = files[0].prefix { $0 != "/" }
        testDescription = name
        self.changes = changes
        self.files = files
        self.search = search ?? "print(try \(machine)Models.classes().compare(with: \(machine)Models.enum()))"
        self.finder = finder
    }

    static let playerFiles = files(of: "Player")
    static let socketFiles = files(of: "Socket")

    private static func files(of machine: String) -> [String] {
        ["AsClasses", "AsEnum", "Models"].map { "\(machine)/\(machine)\($0).swift" } + ["Recorder.swift"]
    }

    private static let folder = Program.package.appending(path: "Playground/Contrast")

    /// Compiles the changed sources, runs the search, and expects that this finds the mistake.
    func expectToBeFound() throws {
        let imports = "import StateExploration\nimport StatePattern\n"
        var source = imports
        for file in files { source += try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8) }
        for (old, new) in changes {
            try #require(source.split(separator: old, omittingEmptySubsequences: false).count == 2, "once: \(old)")
            source = source.replacing(old, with: new)
        }
        let result = try Program.withTemporaryFolder { folder in
            let machines = folder.appending(path: "Machines.swift")
            try source.write(to: machines, atomically: true, encoding: .utf8)
            return try Program.compileAndRun(imports + search, options: [machines.path(percentEncoded: false)])
        }
        switch finder {
        case .compiler(let message), .trap(let message):
            #expect(result.status != 0)
            #expect(result.errors.contains(message), "\(result.errors)")
        case .search(let output): #expect(result == Program.Result(output: output + "\n"))
        }
    }
}
