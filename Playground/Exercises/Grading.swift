import Foundation

/// The grading of several exercises, each in a process of its own.
///
/// A machine that traps ends its process, and the other exercises are graded all the same.
struct Grading {
    /// This program.
    let executable: URL
    let gradesSolutions: Bool

    /// Shows the headline of each report, and then the whole of the first one whose exercise is not solved.
    ///
    /// - Returns: Whether all are solved.
    func grade(_ exercises: [Exercise], show: ([String]) -> Void) throws -> Bool {
        var next: [String]?
        for exercise in exercises {
            let (isSolved, report) = try run(exercise)
            // The two responses behind it are indented further, and the last line names a file.
            show(Array(report.prefix { !$0.hasPrefix("      ") && !$0.hasSuffix(".swift") }))
            if !isSolved, next == nil { next = report }
        }
        show(next.map { ["", "Next:"] + $0 } ?? ["All exercises are solved."])
        return next == nil
    }

    #if os(macOS) || os(Linux)
    /// Grades an exercise in a process of its own.
    private func run(_ exercise: Exercise) throws -> (isSolved: Bool, report: [String]) {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = executable
        process.arguments = ["\(exercise.number)"] + (gradesSolutions ? ["--solutions"] : [])
        // The message of a trap is enough; a backtrace takes seconds.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()

        let report = output.split(separator: "\n").map(String.init)
        switch (process.terminationReason, process.terminationStatus) {
        case (.exit, 0): return (true, report)
        case (.exit, 1): return (false, report)
        default:
            // The line in the library, which stands before it, tells a student nothing.
            let messages = report.compactMap { line in
                line.firstRange(of: "Fatal error: ").map { "  \(line[$0.lowerBound...])" }
            }
            let file = gradesSolutions ? exercise.solution : exercise.file
            return (false, exercise.lines("stops the program", messages) + ["    \(file)"])
        }
    }
    #else
    /// Grades an exercise here: no program starts another one on this platform.
    private func run(_ exercise: Exercise) throws -> (isSolved: Bool, report: [String]) {
        let result = try (gradesSolutions ? exercise.solved : exercise).grade()
        return (result.isSolved, result.report + ["    \(gradesSolutions ? exercise.solution : exercise.file)"])
    }
    #endif
}
