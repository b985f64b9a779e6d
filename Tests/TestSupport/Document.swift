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
    /// A line of the document tells it: `<!-- draws door.svg: MachineModel(…).explore().svg() -->`. Where the programs are
    /// files, the line begins with the name of one, as in `door.swift draws door.svg: …`.
    public struct Drawing: Sendable {
        public let program: String
        public let file: URL
        /// An expression of type `String`, which may throw.
        public let expression: String
    }

    public let file: URL
    public let text: String
    public let fences: [Fence]
    public var drawings: [Drawing]

    public init(_ file: URL) throws {
        self.file = file
        text = try String(contentsOf: file, encoding: .utf8)
        drawings = text.matches(of: /(?m)^(<!--|\S+\.swift) draws (\S+\.svg): (.+?)(?: -->)?$/).map { match in
            Drawing(
                program: String(match.output.1),
                file: file.deletingLastPathComponent().appending(path: match.output.2),
                expression: String(match.output.3))
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
