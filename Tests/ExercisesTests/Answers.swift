import Foundation
import TestSupport
import Testing

/// The exercises, built with answers in the places of the starters.
enum Answers {
    /// A part of a solution, and what a student wrote instead.
    typealias Edit = (part: String, instead: String)

    /// Builds the exercises with the solutions as answers, some of them edited.
    ///
    /// - Parameters:
    ///   - edits: The edits of the solution of each exercise.
    ///   - folder: The folder for the sources and the program.
    /// - Returns: The program.
    /// - Throws: When it does not compile.
    static func build(_ edits: [Int: [Edit]], in folder: URL) throws -> Program {
        var sources: [String] = []
        for file in Document.files(below: "Playground/Exercises", withExtension: "swift") {
            guard file.pathComponents.contains("Starters") else {
                sources.append(file.path(percentEncoded: false))
                continue
            }
            let name = file.lastPathComponent
            let number = try #require(Int(name.dropFirst("Exercise".count).prefix(2)))
            let solution = file.deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Solutions/" + name.replacing("Exercise", with: "Solution"))
            var text = try String(contentsOf: solution, encoding: .utf8)
            for edit in edits[number] ?? [] {
                try #require(text.contains(edit.part), "\(name): \(edit.part)")
                text = text.replacing(edit.part, with: edit.instead)
            }
            let answer = folder.appending(path: name)
            try outsideOfSolution(text).write(to: answer, atomically: true, encoding: .utf8)
            sources.append(answer.path(percentEncoded: false))
        }
        let executable = folder.appending(path: "exercises")
        let objects = try ["StatePattern", "StateExploration"].flatMap { try Program.objects(of: $0) }
        let options = ["-swift-version", "6", "-parse-as-library", "-warnings-as-errors", "-module-name", "exercises"]
        let built = try Program.swift().run(
            options + sources + Program.importOptions() + objects + ["-o", executable.path(percentEncoded: false)])
        try #require(built == Program.Result(), "\(built.output)\(built.errors)")
        return Program(at: executable)
    }

    /// Takes a class out of `extension Solution`, whose brace is the first one at the beginning of a line.
    private static func outsideOfSolution(_ text: String) -> String {
        var text = text.replacing("extension Solution {\n", with: "").replacing(
            "extension Solution.", with: "extension ")
        if let brace = text.firstRange(of: "\n}\n") { text.replaceSubrange(brace, with: "\n") }
        return text
    }
}
