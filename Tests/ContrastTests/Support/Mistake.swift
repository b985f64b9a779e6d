import Foundation
import TestSupport
import Testing

/// A change of the players' own sources, which is compiled, and searched if it compiles.
struct Mistake: CustomTestStringConvertible, Sendable {
    /// The means that finds a mistake.
    enum Finder: Sendable {
        /// The compiler's message, or a part of it; warnings count.
        case compiler(String)
        /// The output of a search.
        case search(String)
    }

    let testDescription: String
    /// Text of the sources, and what it is replaced with.
    let changes: [(old: String, new: String)]
    /// The sources; all of them unless the change concerns fewer.
    let files: [String]
    /// Prints what the search finds.
    let search: String
    let finder: Finder

    init(
        _ name: String, _ changes: (old: String, new: String)..., files: [String] = Mistake.allFiles,
        search: String = Mistake.comparison, foundBy finder: Finder
    ) {
        testDescription = name
        self.changes = changes
        self.files = files
        self.search = search
        self.finder = finder
    }

    static let comparison = "print(try PlayerModels.classes().compare(with: PlayerModels.enum()))"

    static let allFiles = [
        "Player/PlayerAsClasses.swift", "Player/PlayerAsEnum.swift", "Player/PlayerByHand.swift",
        "Player/PlayerModels.swift", "Recorder.swift",
    ]

    private static let folder = Program.package.appending(path: "Playground/Contrast")

    /// Compiles the changed sources, runs the search, and expects that this finds the mistake.
    func expectToBeFound() throws {
        var source = "import StateExploration\nimport StatePattern\n"
        for file in files { source += try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8) }
        for (old, new) in changes {
            try #require(source.split(separator: old, omittingEmptySubsequences: false).count == 2, "once: \(old)")
            source = source.replacing(old, with: new)
        }
        let result = try Program.compileAndRun(source + "\n" + search)
        switch finder {
        case .compiler(let message):
            #expect(result.status != 0)
            #expect(result.errors.contains(message), "\(result.errors)")
        case .search(let output): #expect(result == Program.Result(output: output + "\n"))
        }
    }
}
