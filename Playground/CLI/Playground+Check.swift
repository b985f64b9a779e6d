import Foundation
import MachineModels
import StateExploration

/// The promises of a machine, each with the result of its check.
struct CheckedPromises {
    /// The part of the machine that the promises are about; `nil` for the whole machine.
    let subject: String?
    let size: String
    let answers: [(sentence: String, isKept: Bool, answer: String)]

    init(_ promises: Promises<String>, of subject: String?, in graph: StateGraph<String>) throws {
        self.subject = subject
        size = "\(graph.states.count) states and \(graph.cellCount) cells"
        answers = try promises.map { sentence, property in
            let answer = try graph.check(property)
            if case .holds = answer { return (sentence, true, "\(answer)") }
            return (sentence, false, "\(answer)")
        }
    }
}

extension Playground {
    /// Checks the promises of a machine: `check socket`. The exit status is 1 if a promise is broken.
    static func check(_ arguments: [String]) throws {
        let name = try Options(arguments, of: "check", [], takesWords: true).word(outOf: machines.map { $0.name })
        let machine = try machine(named: name)
        var isEachKept = true
        for promises in try machine.overview.check() {
            let subject = promises.subject ?? machine.name
            Terminal.print("\(subject): \(promises.answers.count) promises, checked in \(promises.size)")
            for (sentence, isKept, answer) in promises.answers {
                Terminal.print(isKept ? "  kept    \(sentence)" : "  broken  \(sentence)\n          \(answer)")
                isEachKept = isEachKept && isKept
            }
        }
        if !isEachKept { exit(1) }
    }

    static var checkHelp: String {
        """
        playground check <machine>

        Checks what a machine promises about all of its runs, and shows the shortest run that breaks a promise. The exit
        status is 1 when there is one.

        Machines: \(list(machines.map { $0.name }))
        """
    }
}
