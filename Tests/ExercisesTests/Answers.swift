import Foundation
import TestSupport
import Testing

@testable import exercises

/// A folder in which the command finds a student's answers.
enum Answers {
    /// A part of a solution, and what a student wrote instead.
    typealias Edit = (part: String, instead: String)

    private static let path = "Playground/Exercises/Answers"
    /// The command. `swift test` has built the grader, too, and lets no other build begin before it ends.
    static let command = {
        let command = Program(product: "exercises")
        try! Compilation(executable: command.executable).markAsBuilt()
        return command
    }()

    /// Makes a folder with an answer to each exercise that has edits: the solution, edited.
    static func with<Value>(_ edits: [Int: [Edit]], body: (Program, URL) throws -> Value) throws -> Value {
        try Program.withTemporaryFolder { root in
            let folder = root.appending(path: path)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for solution in Document.files(below: "Playground/Exercises/Grader/Solutions", withExtension: "swift") {
                let name = solution.lastPathComponent.replacing("Solution", with: "Exercise")
                let number = try #require(Int(name.dropFirst("Exercise".count).prefix(2)))
                guard let edits = edits[number] else { continue }
                var text = try String(contentsOf: solution, encoding: .utf8)
                for edit in edits {
                    try #require(text.contains(edit.part), "\(name): \(edit.part)")
                    text = text.replacing(edit.part, with: edit.instead)
                }
                try outsideOfSolution(text).write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
            }
            return try body(Program(at: command.executable, in: root), folder)
        }
    }

    /// The command, where there is no answer.
    static func none<Value>(body: (Program) throws -> Value) throws -> Value {
        try with([:]) { command, _ in try body(command) }
    }

    /// Grades the files of a folder, all in one compilation; the reports are in the order of the exercises.
    static func reports(on folder: URL) throws -> [(isSolved: Bool, report: String)] {
        let files = Exercise.all.map { exercise in
            let name = URL(filePath: exercise.answer.file).lastPathComponent
            return (exercise, Optional(folder.appending(path: name).path(percentEncoded: false)))
        }
        var reports: [(isSolved: Bool, report: String)] = []
        try Grading(executable: command.executable).report(on: files) {
            reports.append(($1, $2.joined(separator: "\n")))
        }
        return reports
    }

    /// Takes a class out of `extension Solution`, which ends with the first brace at the beginning of a line.
    private static func outsideOfSolution(_ text: String) -> String {
        var text = text.replacing("extension Solution {\n", with: "").replacing(
            "extension Solution.", with: "extension ")
        if let brace = text.firstRange(of: "\n}\n") { text.replaceSubrange(brace, with: "\n") }
        return text
    }
}
