@preconcurrency import Foundation  // For `stdout` and `stderr`, variables of C.

/// The command that grades machines by a search. For a mistake, it prints the shortest requests that show it.
@main struct Exercises {
    /// An option of the command. At most one option is possible.
    enum Option: String, CaseIterable {
        case begin = "--begin"
        case hint = "--hint"
        case solution = "--solution"
    }

    /// An error in the typed arguments. The message lists the possible ones.
    struct UsageError: Error { let message: String }

    static func main() {
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())) ? 0 : 1)
        } catch let error as UsageError {
            stop("\(error.message); see exercises --help", status: 64)  // EX_USAGE
        } catch let error as CocoaError {
            stop("\(error.filePath ?? "a file"): \(error.localizedDescription)", status: 73)  // EX_CANTCREAT
        } catch {
            stop("\(error)", status: 70)  // EX_SOFTWARE
        }
    }

    private static func stop(_ problem: String, status: Int32) -> Never {
        fputs("exercises: \(problem)\n", stderr)
        exit(status)
    }

    /// Returns false if an exercise is not solved.
    private static func run(_ arguments: [String]) throws -> Bool {
        if arguments.contains(where: ["--help", "-h", "help"].contains) {
            show([help])
            return true
        }
        if arguments == ["--version"] {
            show(["exercises of the package StatePattern; it has no releases with numbers yet"])
            return true
        }
        if arguments.first == "rules" {
            guard arguments.count == 1 else { throw UsageError(message: "rules stands alone") }
            return try Rules(show: show).ask()
        }
        let (exercises, option) = try parse(arguments)
        if exercises.count > 1 {
            if let option { throw UsageError(message: "\(option.rawValue) takes one exercise at a time") }
            return try grading.grade(exercises, show: show)
        }
        switch (exercises.first, option) {
        case (let exercise?, nil): return try grading.grade(exercise, show: show)
        case (nil, nil): return try grading.grade(Exercise.all, show: show)
        case (nil, let option?):
            let option = option.rawValue
            throw UsageError(message: "\(option) needs the number of an exercise, as in 3 \(option)")
        case (let exercise?, .solution): show([exercise.solution])
        case (let exercise?, .begin): show(try exercise.answer.begin(with: exercise.starter()))
        case (let exercise?, .hint): try showHint(of: exercise)
        }
        return true
    }

    private static var grading: Grading {
        guard let executable = Bundle.main.executableURL else { fatalError("A program has an executable.") }
        return Grading(executable: executable)
    }

    private static func showHint(of exercise: Exercise) throws {
        let count = exercise.hints.count
        let index = try exercise.answer.nextHint(of: count)
        let left = count - index - 1
        show("\(index + 1). \(exercise.hints[index])".wrapped(indentation: 3))
        switch left {
        case 0: show(["That was the last hint. --hint shows the first one again."])
        case 1: show(["One hint is left: --hint shows it."])
        default: show(["\(left) hints are left: --hint shows the next one."])
        }
    }

    private static func parse(_ arguments: [String]) throws(UsageError) -> ([Exercise], Option?) {
        var exercises: [Exercise] = []
        var option: Option?
        for argument in arguments {
            if let named = Option(rawValue: argument) {
                guard option == nil else { throw UsageError(message: "only one option is possible at a time") }
                option = named
            } else if argument.hasPrefix("-") {
                let all = Option.allCases.map(\.rawValue).joined(separator: ", ")
                throw UsageError(message: "there is no option \(argument.debugDescription); there are \(all)")
            } else {
                guard let exercise = Exercise.all.first(where: { $0.number == Int(argument) }) else {
                    let range = "they go from 1 to \(Exercise.all.count), or rules"
                    throw UsageError(message: "there is no exercise \(argument.debugDescription); \(range)")
                }
                exercises.append(exercise)
            }
        }
        return (exercises, option)
    }

    /// Prints lines, and flushes them at once even if the output is a pipe.
    private static func show(_ lines: [String]) {
        guard fputs(lines.joined(separator: "\n") + "\n", stdout) >= 0, fflush(stdout) == 0 else {
            stop("standard output cannot be written: \(String(cString: strerror(errno)))", status: 74)  // EX_IOERR
        }
    }
}
