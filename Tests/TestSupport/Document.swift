import Foundation

/// A file that shows code to readers: Markdown, a source file with documentation comments, or a playground page.
public struct Document: Sendable, CustomStringConvertible {
    /// A fenced block: the word behind the fence, whatever follows it there, and the text.
    public struct Fence: Sendable {
        public let language: String
        public let label: String
        public let text: String
    }

    /// A picture next to the document, drawn by its program.
    ///
    /// A line of the document tells it: `<!-- draws door.svg: MachineModel(…).explore().svg() -->`.
    public struct Drawing: Sendable {
        public let file: URL
        /// An expression of type `String`, which may throw.
        public let expression: String
    }

    public let file: URL
    public let text: String
    public let fences: [Fence]
    public let drawings: [Drawing]

    public init(_ file: URL) throws {
        self.file = file
        text = try String(contentsOf: file, encoding: .utf8)
        drawings = text.matches(of: /(?m)^(?:<!--|\/\/) draws (\S+\.svg): (.+?)(?: -->)?$/).map { match in
            Drawing(
                file: file.deletingLastPathComponent().appending(path: match.output.1),
                expression: String(match.output.2))
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if file.pathExtension == "swift" {
            lines = lines.map { $0.trimmingCharacters(in: .whitespaces) }
                .map { $0.hasPrefix("///") ? String($0.dropFirst($0.hasPrefix("/// ") ? 4 : 3)) : "" }
        }
        fences = Document.fences(in: lines)
    }

    public var description: String { file.lastPathComponent }

    /// All files below a folder of this package, with this extension; with any, if it is empty.
    public static func files(below folder: String, withExtension pathExtension: String) -> [URL] {
        let root = Program.package.appending(path: folder)
        let paths =
            FileManager.default.enumerator(atPath: root.path(percentEncoded: false))?.allObjects as? [String] ?? []
        return paths.filter { pathExtension.isEmpty || $0.hasSuffix("." + pathExtension) }.sorted().map {
            root.appending(path: $0)
        }
    }

    /// The code of the document as one program: what its `swift` fences without a label say, one after the other.
    public var program: String { text(of: "swift") }

    /// The code that prints all drawings, each below a line with its name, after the program.
    public var drawingProgram: String {
        let prints = drawings.map {
            "print(\"\\n\($0.file.lastPathComponent)\")\nprint(try \($0.expression), terminator: \"\")\n"
        }
        return drawings.isEmpty ? "" : "import StateExploration\n" + prints.joined()
    }

    /// The expected output of ``drawingProgram``: the pictures that are there.
    public var drawn: String {
        get throws {
            try drawings.map {
                "\n\($0.file.lastPathComponent)\n" + (try String(contentsOf: $0.file, encoding: .utf8))
            }.joined()
        }
    }

    /// The expected output: the text of the comments `// Prints "…"`, or of the `text` fences where there are none.
    public var output: String {
        let printed = Document.printed(by: program)
        return printed.isEmpty ? text(of: "text") : printed
    }

    /// The output that the comments in a program announce.
    public static func printed(by program: String) -> String {
        program.split(separator: "\n").compactMap { line in
            line.firstMatch(of: /\/\/ Prints "(.*)"$/).map { $0.output.1 + "\n" }
        }.joined()
    }

    private func text(of language: String) -> String {
        fences.filter { $0.language == language && $0.label.isEmpty }.map { $0.text + "\n" }.joined()
    }

    private static func fences(in lines: [String]) -> [Fence] {
        var fences: [Fence] = []
        var header: [Substring]?
        var text: [String] = []
        for line in lines {
            if !line.hasPrefix("```") {
                text.append(line)
            } else if let words = header {
                let label = words.dropFirst().joined(separator: " ")
                fences.append(
                    Fence(language: String(words.first ?? ""), label: label, text: text.joined(separator: "\n")))
                header = nil
            } else {
                header = line.dropFirst(3).split(separator: " ")
                text = []
            }
        }
        return fences
    }
}

extension Program {
    /// Compiles `source` as a program that may import this package's libraries, and runs it.
    ///
    /// - Parameters:
    ///   - source: Its source, top-level code included. A warning is an error.
    ///   - options: Further options for the compiler.
    /// - Returns: The result of the program, or of the compiler if that failed.
    /// - Throws: When the compiler or the program cannot be started.
    public static func compileAndRun(_ source: String, options: [String] = []) throws -> Result {
        try withTemporaryFolder { folder in
            let main = folder.appending(path: "main.swift")
            try source.write(to: main, atomically: true, encoding: .utf8)
            let objects = try folders().flatMap { try Program.objects(in: $0) }
            let executable = folder.appending(path: "program")
            let compiled = try swift().run(
                ["-swift-version", "6", "-warnings-as-errors", main.path(percentEncoded: false)] + options
                    + importOptions() + objects + [
                        "-o", executable.path(percentEncoded: false),
                    ])
            return compiled.status == 0 ? try Program(at: executable).run() : compiled
        }
    }

    /// The folders of all modules in Sources, by their floors: `Sources/Core/StatePattern`.
    private static func folders() throws -> [String] {
        func names(in folder: String) throws -> [String] {
            try FileManager.default.contentsOfDirectory(
                atPath: package.appending(path: folder).path(percentEncoded: false)
            ).sorted()
        }
        return try names(in: "Sources").flatMap { floor in
            try names(in: "Sources/" + floor).map { "Sources/\(floor)/\($0)" }
        }
    }

    /// The folder of a module in Sources; `nil` if it is not there.
    public static func folder(of module: String) throws -> String? {
        try folders().first { $0.hasSuffix("/" + module) }
    }

    private static func objects(in folder: String) throws -> [String] {
        let name = folder.split(separator: "/").last!
        let build = products.appending(path: name + ".build")
        guard FileManager.default.fileExists(atPath: build.path(percentEncoded: false)) else {
            // With Swift Build, a module is one object. With `ONLY`, not every module is built.
            let object = products.appending(path: name + ".o").path(percentEncoded: false)
            return FileManager.default.fileExists(atPath: object) ? [object] : []
        }
        // A file that was renamed leaves its old object behind.
        let sources = Set(Document.files(below: folder, withExtension: "").map(\.lastPathComponent))
            .union(["embedded_resources.swift"])
        return try FileManager.default.contentsOfDirectory(atPath: build.path(percentEncoded: false))
            .filter { $0.hasSuffix(".o") && sources.contains(String($0.dropLast(2))) }
            .map { build.appending(path: $0).path(percentEncoded: false) }
    }

    /// The object files of a library of this package, as they were built with the tests.
    public static func objects(of library: String) throws -> [String] {
        try folder(of: library).map(objects(in:)) ?? []
    }

    /// The options with which the compiler finds this package's modules, those in C as well.
    public static func importOptions() throws -> [String] {
        let headers = try folders().map { package.appending(path: $0 + "/include").path(percentEncoded: false) }
        return ([modules.path(percentEncoded: false)] + headers).flatMap { ["-I", $0] }
    }

    /// Makes a folder for `body`, and removes it again.
    public static func withTemporaryFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Makes a folder for `body`, which waits for something, and removes it again.
    public static func withTemporaryFolder<Value>(
        isolation: isolated (any Actor)? = #isolation, _ body: (URL) async throws -> Value
    ) async throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}
