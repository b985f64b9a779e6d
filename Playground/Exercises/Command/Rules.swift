@preconcurrency import Foundation  // For `stderr`, a variable of C.
import RulesQuiz

/// `exercises rules`: asks what a machine does, and says which belief fits the answers.
struct Rules {
    let show: ([String]) -> Void

    /// Asks, and reads the answers from standard input.
    ///
    /// - Returns: True if the answers are those of the library.
    func ask() throws -> Bool {
        show([try RulesQuiz.code])
        show([
            "", "Its `log` notes a line, and returns the reaction that it gets. Its `report()`",
            "makes the request report. You say what it logs: lines with commas between them,",
            "or nothing. ? shows choices, code shows the heater again, and quit ends this.",
        ])
        var quiz = RulesQuiz()
        while let question = quiz.question, let last = question.last {
            let before = question.dropLast().map { "\($0), then " }.joined()
            show([
                "", "\(quiz.answered + 1). A new heater, which is off, gets \(before)\(last).",
                "What does it log at \(last)?",
            ])
            if isatty(STDIN_FILENO) == 1 { fputs("> ", stderr) }
            guard let line = readLine()?.trimmingCharacters(in: .whitespaces), line != "quit" else {
                show(["", "The answers have ended before the questions."])
                return false
            }
            switch line {
            case "code": show([try RulesQuiz.code])
            case "?":
                for (index, choice) in quiz.choices.enumerated() {
                    let steps = choice.isEmpty ? "nothing" : choice.joined(separator: ", ")
                    show("\(index + 1)  \(steps)".wrapped(indentation: 4))
                }
            default:
                do throws(RulesQuiz.Problem) {
                    try quiz.answer(line)
                } catch {
                    show(error.description.wrapped(indentation: 0))
                }
            }
        }
        show([""] + (try quiz.verdict().flatMap { $0.wrapped(indentation: $0.hasPrefix(" ") ? 4 : 0) }))
        return quiz.isRight
    }
}
