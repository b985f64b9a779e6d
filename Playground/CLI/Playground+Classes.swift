import Foundation
import StateClasses

extension Playground {
    /// Prints a machine's classes in Swift, made from a file with a chart: `classes turnstile.scxml`.
    static func classes(_ arguments: [String]) throws {
        let options = try Options(arguments, of: "classes", ["--name <name>"], takesWords: true)
        guard options.words.count == 1 else { throw UsageError("classes takes a file: classes turnstile.scxml") }
        let path = options.words[0]
        let name = options["--name"] ?? className(of: path)
        guard name.wholeMatch(of: /[\p{L}_][\p{L}\p{N}_]*/) != nil else {
            throw UsageError("“\(name)” is no name of a class; it takes letters and digits: --name Turnstile")
        }
        let data: Data
        do {
            data = try contents(of: path, upTo: 5 << 20)
        } catch {
            Terminal.complain(error)
            exit(66)  // EX_NOINPUT
        }
        do {
            guard let text = String(validating: data, as: UTF8.self) else {
                Terminal.complain("“\(path)” is not UTF-8, which every chart is; UTF-16 is not read.")
                exit(65)
            }
            let chart = try chart(in: text)
            for gap in chart.gaps { Terminal.complain("“\(path)”, line \(gap.line): \(gap.description)") }
            Terminal.write(formatted(chart.classes(named: name)))
        } catch {
            Terminal.complain("“\(path)”, \(error)")
            exit(65)  // EX_DATAERR
        }
    }

    /// Reads a chart. The text's first character determines its language: SCXML, JSON or Mermaid.
    private static func chart(in text: String) throws(ChartError) -> Chart {
        switch text.first(where: { !$0.isWhitespace && $0 != "\u{feff}" }) {
        case "<": return try Chart(scxml: text)
        case "{": return try Chart(json: text)
        default: return try Chart(mermaid: text)
        }
    }

    /// The source in lines that `swift format` breaks; unchanged where there is no such tool.
    private static func formatted(_ source: String) -> String {
        #if os(macOS) || os(Linux)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        let (tool, errors) = (Process(), Pipe())
        tool.executableURL = URL(filePath: "/usr/bin/env")
        let rules = #"{"version": 1, "lineLength": 100, "indentation": {"spaces": 4}}"#
        tool.arguments = ["swift", "format", "--in-place", "--configuration", rules, file.path(percentEncoded: false)]
        (tool.standardOutput, tool.standardError) = (errors, errors)
        do {
            try source.write(to: file, atomically: true, encoding: .utf8)
            try tool.run()
            tool.waitUntilExit()
            return try tool.terminationStatus == 0 ? String(contentsOf: file, encoding: .utf8) : source
        } catch {
            return source
        }
        #else
        return source
        #endif
    }

    /// A class name, made of the words of a file's name without its extension.
    private static func className(of path: String) -> String {
        let file = URL(filePath: path).deletingPathExtension().lastPathComponent
        let words = file.split { !$0.isLetter && !$0.isNumber }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let name = words.joined().drop { $0.isNumber }
        return name.isEmpty || path.hasPrefix("/dev/") ? "Machine" : String(name)
    }

    static var classesHelp: String {
        """
        playground classes <file> [--name <name>]

        Prints a machine for a chart: a context, a class for each state, and a model to explore it with. The file is SCXML,
        a state diagram of Mermaid, also in Markdown, or a graph as JSON, and its text tells which. What no class expresses
        is a comment there, and a line on standard error. `swift format` breaks long lines, if it is installed. The exit status
        is 65 when the file is no chart, and 66 when it cannot be read.

          playground classes turnstile.scxml > Turnstile.swift
          playground graph player --format mermaid | playground classes /dev/stdin --name MyPlayer

          --name   the name of the context’s class, which is otherwise the name of the file
        """
    }
}
