import Foundation

/// The grading of several exercises, each in a separate process.
///
/// A machine that traps ends its process, and the other exercises are still graded.
struct Grading {
    /// The machines that are graded.
    enum Subject {
        /// The student's copies of the starters, or the starter where there is no copy.
        case answers
        case starters
        case solutions
    }

    /// This program.
    let executable: URL
    let subject: Subject

    /// Shows the headline of each report, and then the whole report on the first exercise that is not solved.
    ///
    /// - Returns: Whether all are solved.
    func grade(_ exercises: [Exercise], show: ([String]) -> Void) throws -> Bool {
        var next: [String]?
        try report(on: exercises) { isSolved, report in
            // The details are indented further, and the last line names a file or a command.
            show(report.dropLast().prefix { !$0.hasPrefix("      ") })
            if !isSolved, next == nil { next = report }
        }
        let all = exercises.count == Exercise.all.count ? "All" : "These"
        show(next.map { ["", "Next:"] + $0 } ?? ["\(all) exercises are solved."])
        return next == nil
    }

    /// Shows the report on one exercise.
    ///
    /// - Returns: Whether it is solved.
    func grade(_ exercise: Exercise, show: ([String]) -> Void) throws -> Bool {
        var result = false
        try report(on: [exercise]) { isSolved, report in
            show(report)
            result = isSolved
        }
        return result
    }

    /// The last line of a report: what to edit, or how to begin.
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

        // One compilation is much faster than twelve. If it fails, each answer is compiled by itself.
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

    /// Grades an exercise in a separate process.
    private func run(_ program: URL, _ exercise: Exercise) throws -> (isSolved: Bool, report: [String]) {
        let option = subject == .solutions ? "--solutions" : "--starters"
        let (status, output) = try Process.run(program, ["\(exercise.number)", option])
        let report = output.split(separator: "\n").map(String.init)
        guard status == 0 || status == 1 else {
            // The text before it, a place in the library, tells a student nothing.
            let messages = report.compactMap { line in
                line.firstRange(of: "Fatal error: ").map { "  \(line[$0.lowerBound...])" }
            }
            return (false, exercise.lines("stops the program", messages))
        }
        return (status == 0, Array(report.dropLast()))
    }
    #else
    /// Grades the exercises in this process, with starters in place of answers: here, no program can start another one.
    private func report(on exercises: [Exercise], body: (_ isSolved: Bool, _ report: [String]) -> Void) throws {
        for exercise in exercises {
            let result = try (subject == .solutions ? exercise.solved : exercise).grade()
            body(result.isSolved, result.report + [place(of: exercise)])
        }
    }
    #endif
}
