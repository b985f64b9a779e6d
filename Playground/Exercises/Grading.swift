import Foundation

/// Grades several exercises, each in a separate process.
///
/// If a machine traps, only its own process ends, and the other exercises are still graded.
struct Grading {
    /// The machines that are graded.
    enum Subject {
        /// The student's copies of the starters; if an exercise has no copy, its starter.
        case answers
        case starters
        case solutions
    }

    /// This program.
    let executable: URL
    let subject: Subject

    /// Shows the headline of each report, and then the whole report on the first unsolved exercise.
    ///
    /// - Returns: True if all exercises are solved.
    func grade(_ exercises: [Exercise], show: ([String]) -> Void) throws -> Bool {
        var next: [String]?
        try report(on: exercises) { isSolved, report in
            // Details have a greater indentation, and the last line names a file or a command. Both are left out.
            show(report.dropLast().prefix { !$0.hasPrefix("      ") })
            if !isSolved, next == nil { next = report }
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
        try report(on: [exercise]) { isSolved, report in
            show(report)
            result = isSolved
        }
        return result
    }

    /// The last line of a report: the file to edit, or the command that begins the exercise.
    private func place(of exercise: Exercise) -> String {
        switch subject {
        case .answers where exercise.answer.exists: "    \(exercise.answer.file)"
        case .answers: "    To begin: swift run exercises \(exercise.number) --begin"
        case .starters: "    \(exercise.starter)"
        case .solutions: "    \(exercise.solution)"
        }
    }

    #if os(macOS) || os(Linux)
    private func report(on exercises: [Exercise], body: (_ isSolved: Bool, _ report: [String]) -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let compilation = Compilation(executable: executable)

        // Compiling all answers together is much faster. If that fails, each answer is compiled separately.
        let answered = exercises.filter { subject == .answers && $0.answer.exists }
        let all = answered.isEmpty ? .program(executable) : try compilation.compile(answered, in: folder)
        for exercise in exercises {
            var result = all
            if case .errors = all, answered.count > 1 {
                let isAnswered = exercise.answer.exists
                result = isAnswered ? try compilation.compile([exercise], in: folder) : .program(executable)
            }
            switch result {
            case .program(let program):
                let (isSolved, report) = try run(program, exercise)
                body(isSolved, report + [place(of: exercise)])
            case .errors(let errors):
                let details = errors.map { "  \($0)" }
                body(false, exercise.lines("does not compile", details) + [place(of: exercise)])
            }
        }
    }

    /// Grades an exercise in a separate process, and turns a trap into a report.
    private func run(_ program: URL, _ exercise: Exercise) throws -> (isSolved: Bool, report: [String]) {
        let option = subject == .solutions ? "--solutions" : "--starters"
        let (status, output) = try Process.run(program, ["\(exercise.number)", option])
        let report = output.split(separator: "\n").map(String.init)
        guard status == 0 || status == 1 else {
            // The text before the message names a place in the library, which does not help a student.
            let messages = report.compactMap { line in
                line.firstRange(of: "Fatal error: ").map { "  \(line[$0.lowerBound...])" }
            }
            return (false, exercise.lines("stops the program", messages))
        }
        return (status == 0, Array(report.dropLast()))
    }
    #else
    /// Grades the exercises in this process, with starters in place of answers: here, no program can start a process.
    private func report(on exercises: [Exercise], body: (_ isSolved: Bool, _ report: [String]) -> Void) throws {
        for exercise in exercises {
            let result = try (subject == .solutions ? exercise.solved : exercise).grade()
            body(result.isSolved, result.report + [place(of: exercise)])
        }
    }
    #endif
}
