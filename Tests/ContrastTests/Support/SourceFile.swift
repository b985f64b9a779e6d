import Foundation
import TestSupport

/// A source file of this package with lines that are compared.
struct SourceFile {
    let text: String

    init(text: String) { self.text = text }

    /// - Parameter path: The path of the file below the package's folder.
    /// - Throws: When it cannot be read.
    init(_ path: String) throws {
        text = try String(contentsOf: Program.package.appending(path: path), encoding: .utf8)
    }

    /// The lines that count: none that is blank, a comment or an import.
    var countedLines: [Substring] {
        text.split(separator: "\n").filter { line in
            let code = line.drop { $0 == " " }
            return !code.isEmpty && !code.hasPrefix("//") && !code.hasPrefix("import ")
        }
    }

    /// The lines that count, without their indentation.
    var trimmedLines: [Substring] { countedLines.map { $0.drop { $0 == " " } } }
}
