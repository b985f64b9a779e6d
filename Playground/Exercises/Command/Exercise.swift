import Foundation

/// An exercise: a machine with gaps, to become the machine that is expected.
struct Exercise {
    let number: Int
    let title: String
    let topic: String
    let hints: [String]

    init(_ number: Int, _ title: String, teaches topic: String, hints: String) {
        (self.number, self.title, self.topic) = (number, title, topic)
        self.hints = hints.split(separator: "\n").map(String.init)
    }

    /// The name of the machine's class.
    var machine: String { title.split(separator: " ").map(\.capitalized).joined() }
    /// The path of the file with the solution, from which the starter is cut; relative to the root of the package.
    var solution: String { "Playground/Exercises/Grader/Solutions/Solution\(name).swift" }
    /// The student's copy of the starter.
    var answer: Answer { Answer(name: name) }

    private var name: String { (number < 10 ? "0" : "") + "\(number)\(machine)" }

    /// A headline with the number, the title and a result, followed by further lines. No line exceeds 80 characters.
    func lines(_ result: String, _ details: [String] = []) -> [String] {
        let label = (number < 10 ? " " : "") + "\(number)  \(title): "
        return (label + result).wrapped(indentation: 4) + details.flatMap { "    \($0)".wrapped(indentation: 16) }
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
