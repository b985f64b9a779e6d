import Foundation

/// Grades several exercises, each in a separate process.
///
/// If a machine traps, only its own process ends, and the other exercises are still graded.
struct Grading {
    /// This program.
    let executable: URL

    /// Shows the headline of each report, and then the whole report on the first unsolved exercise.
    ///
    /// - Returns: True if all exercises are solved.
    func grade(_ exercises: [Exercise], show: ([String]) -> Void) throws -> Bool {
        var next: [String]?
        try report(on: exercises.map { ($0, Self.file(of: $0)) }) { exercise, isSolved, report in
            // Details have a greater indentation.
            show(report.prefix { !$0.hasPrefix("      ") })
            if !isSolved, next == nil { next = report + [Self.place(of: exercise)] }
        }
        let all = exercises.count == Exercise.all.count ? "All" : "These"
        show(next.map { ["", "Next:"] + $0 } ?? ["\(all) exercises are solved."])
        return next == nil
    }

    /// Shows the report on one exercise.
    ///
    /// - Returns: True if the exercise is solved.
    func grade(_ exercise: Exercise, show: ([String]) -> Void) throws -> Bool {
        var result = false
        try report(on: [(exercise, Self.file(of: exercise))]) { _, isSolved, report in
            show(report + [Self.place(of: exercise)])
            result = isSolved
        }
        return result
    }

    private static func file(of exercise: Exercise) -> String? {
        exercise.answer.exists ? exercise.answer.file : nil
    }

    /// The last line of a report: the file to edit, or the command that begins the exercise.
    private static func place(of exercise: Exercise) -> String {
        exercise.answer.exists
            ? "    \(exercise.answer.file)" : "    To begin: swift run exercises \(exercise.number) --begin"
    }

    /// Grades files, which are `nil` for exercises that have not been begun.
    func report(
        on exercises: [(exercise: Exercise, file: String?)],
        body: (_ exercise: Exercise, _ isSolved: Bool, _ report: [String]) -> Void
    ) throws {
        #if os(macOS) || os(Linux)
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let compilation = Compilation(executable: executable)

        // Compiling all answers together is much faster. If that fails, each answer is compiled separately.
        let answered = exercises.compactMap { exercise, file in file.map { (exercise, $0) } }
        let all = answered.isEmpty ? nil : try compilation.compile(answered, in: folder)
        for (exercise, file) in exercises {
            guard let file, var result = all else {
                body(exercise, false, exercise.lines("not begun"))
                continue
            }
            if case .errors = result, answered.count > 1 {
                result = try compilation.compile([(exercise, file)], in: folder)
            }
            switch result {
            case .program(let program):
                let (isSolved, report) = try run(program, exercise)
                body(exercise, isSolved, report)
            case .errors(let errors):
                body(exercise, false, exercise.lines("does not compile", errors.map { "  \($0)" }))
            }
        }
        #else
        throw Exercises.UsageError(message: "answers are compiled, which is possible on macOS and Linux")
        #endif
    }

    #if os(macOS) || os(Linux)
    /// Grades an exercise in a separate process, and turns a trap into a report.
    private func run(_ program: URL, _ exercise: Exercise) throws -> (isSolved: Bool, report: [String]) {
        let (status, output) = try Process.run(program, ["\(exercise.number)"])
        let report = output.split(separator: "\n").map(String.init)
        guard status == 0 || status == 1, let result = report.first else {
            // The text before the message names a place in the library, which does not help a student.
            let messages = report.compactMap { line in
                line.firstRange(of: "Fatal error: ").map { "  \(line[$0.lowerBound...])" }
            }
            return (false, exercise.lines("stops the program", messages))
        }
        return (status == 0, exercise.lines(result, Array(report.dropFirst())))
    }
    #endif
}
