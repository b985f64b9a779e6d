import StateExploration
import StatePattern

/// The solved machines of all exercises, with the same names as the starters' machines.
enum Solution {}

/// An exercise: a machine with gaps, and the machine that it should become.
struct Exercise {
    let number: Int
    let title: String
    let topic: String
    let hints: [String]
    /// The machine that is graded.
    private var graded: MachineModel<String>
    let expected: MachineModel<String>
    private let name: String

    init<Starter: Gradable, Solution: Gradable, S, E>(
        _ number: Int, _ title: String, teaches topic: String, _ starter: Starter.Type, _ solution: Solution.Type,
        hints: String
    ) where Starter: Context<S>, Solution: Context<E> {
        (self.number, self.title, self.topic) = (number, title, topic)
        self.hints = hints.split(separator: "\n").map(String.init)
        name = (number < 10 ? "0" : "") + "\(number)\(starter)"
        graded = MachineModel(starter, named: "yours")
        expected = MachineModel(solution, named: "expected")
    }

    /// This exercise, with the solution graded in place of the starter.
    var solved: Exercise {
        var exercise = self
        exercise.graded = expected
        return exercise
    }

    /// The path of the file with the gaps, relative to the root of the package.
    var starter: String { "Playground/Exercises/Starters/Exercise\(name).swift" }
    /// The path of the file with the solution, relative to the root of the package.
    var solution: String { "Playground/Exercises/Solutions/Solution\(name).swift" }
    /// The student's copy of the starter.
    var answer: Answer { Answer(name: name) }

    /// Compares the graded machine with the expected machine. The lines of the report have at most 80 characters.
    func grade() throws -> (isSolved: Bool, report: [String]) {
        switch try compare() {
        case .agreement(let states, _): return (true, lines("solved, no difference in \(states) states"))
        case .difference(let difference):
            let text = difference.description.split(separator: "\n").map(String.init)
            return (false, lines(text[0], Array(text.dropFirst())))
        }
    }

    /// Compares the machines by a search, which makes each request in each situation, and then by random requests.
    ///
    /// In the search, situations that look the same count as one. Random requests, the same in each run, find
    /// differences that depend on what a machine remembers but does not show.
    private func compare() throws -> MachineModel<String>.Comparison {
        let found = try graded.compare(with: expected)
        guard found.difference == nil else { return found }
        let requests = graded.requests
        let foundAtRandom = graded.compareAtRandom(with: expected, seed: 1, sequences: 100, length: 40) {
            requests[Int.random(in: requests.indices, using: &$0)]
        }
        return foundAtRandom.difference == nil ? found : foundAtRandom
    }

    /// A headline with the number, the title and a result, followed by further lines. No line exceeds 80 characters.
    func lines(_ result: String, _ details: [String] = []) -> [String] {
        let label = (number < 10 ? " " : "") + "\(number)  \(title): "
        return (label + result).wrapped(indentation: 4) + details.flatMap { "    \($0)".wrapped(indentation: 16) }
    }
}

extension MachineModel<String> {
    fileprivate init<Machine: Gradable, S>(_ machine: Machine.Type, named name: String) where Machine: Context<S> {
        self.init(
            { machine.init() }, named: name, requests: machine.requests, data: { $0.data }, trace: { $0.takeLog() })
    }
}

extension String {
    /// The text in lines of at most 80 characters, broken at spaces. All lines except the first are indented.
    func wrapped(indentation: Int) -> [String] {
        // Empty words are kept, because they stand for repeated spaces.
        var rest = split(separator: " ", omittingEmptySubsequences: false)[...]
        var lines = [String(rest.removeFirst())]
        for word in rest {
            if lines[lines.count - 1].count + word.count < 80 {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(repeating: " ", count: indentation) + word)
            }
        }
        return lines
    }
}
