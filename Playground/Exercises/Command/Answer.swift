import Foundation

/// A student's copy of a starter, in a folder that git ignores.
struct Answer {
    /// The part of the starter's file name that the copy's file name shares, such as `01Turnstile`.
    let name: String

    /// The folder of answers: relative if the command runs at the package's root, but complete in a folder below.
    private static let folder: String = {
        let (folder, root) = ("Playground/Exercises/Answers", Compilation.package.path(percentEncoded: false))
        let isBelowRoot = FileManager.default.currentDirectoryPath.hasPrefix(root)
        return isBelowRoot && !FileManager.default.fileExists(atPath: folder) ? root + folder : folder
    }()
    /// The file with the answer.
    var file: String { "\(Self.folder)/Exercise\(name).swift" }
    /// The file with the number of hints that were shown. Because its name begins with a dot, it belongs to no target.
    private var hintsFile: String { "\(Self.folder)/.Hints\(name)" }

    var exists: Bool { FileManager.default.fileExists(atPath: file) }

    /// Writes the starter. An existing answer is moved before that, and the report names its new path.
    ///
    /// - Parameter starter: The text of the starter.
    /// - Returns: A report on what was done.
    /// - Throws: An error when the file cannot be written.
    func begin(with starter: String) throws -> [String] {
        let files = FileManager.default
        try requireRoot()
        try files.createDirectory(atPath: "\(Self.folder)/.Earlier", withIntermediateDirectories: true)
        var report: [String] = []
        if exists {
            var kept: String
            var number = 0
            repeat {
                number += 1
                kept = "\(Self.folder)/.Earlier/Exercise\(name)-\(number).swift"
            } while files.fileExists(atPath: kept)
            try files.moveItem(atPath: file, toPath: kept)
            report = ["Your answer so far is kept in:", "    \(kept)", "You begin again with:"]
        } else {
            report = ["Fill the gaps in your copy:"]
        }
        try starter.write(toFile: file, atomically: true, encoding: .utf8)
        try? files.removeItem(atPath: hintsFile)
        return report + ["    \(file)"]
    }

    /// Counts one more hint as shown.
    ///
    /// - Parameter count: The number of all hints.
    /// - Returns: The index of the hint to show. After the last hint, the first follows again.
    /// - Throws: An error when the number cannot be written.
    func nextHint(of count: Int) throws -> Int {
        try requireRoot()
        let shown = (try? String(contentsOfFile: hintsFile, encoding: .utf8)).flatMap { Int($0) } ?? 0
        let index = (0..<count).contains(shown) ? shown : 0
        try "\(index + 1)".write(toFile: hintsFile, atomically: true, encoding: .utf8)
        return index
    }

    private func requireRoot() throws {
        guard FileManager.default.fileExists(atPath: Self.folder) else {
            throw Exercises.UsageError(message: "this works in the root of the package, where \(Self.folder) is")
        }
    }
}
