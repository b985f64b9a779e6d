import Foundation

/// Finds out what a learner believes about the rules, from what they say that a machine does.
///
/// Each question is the one that divides those beliefs best that fit the answers so far.
public struct RulesQuiz {
    private let predictions = Predictions.all
    /// The hypotheses that fit the answers so far.
    private var left: [Int]
    private var next: Int?
    /// The first steps to which none of the hypotheses leads, and the requests that they were the answer to.
    private var unexplained: (requests: [Heater.Request], steps: [String])?
    /// The number of questions that were answered.
    public private(set) var answered = 0

    /// Begins a quiz.
    public init() {
        left = Array(predictions.hypotheses.indices)
        next = predictions.first
    }

    /// The source of the heater that the questions are about.
    ///
    /// - Throws: The error of the file if it cannot be read.
    public static var code: String {
        get throws { try text(of: "Playground/RulesQuiz/Heater.swift").components(separatedBy: "\n\nextension")[0] }
    }

    /// The text of a file of the package.
    static func text(of path: String) throws -> String {
        let root = (1...3).reduce(URL(filePath: #filePath)) { file, _ in file.deletingLastPathComponent() }
        return try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    private var run: Predictions.Run? { next.map { predictions.runs[$0] } }

    /// The requests that a new heater gets; `nil` if there is no further question.
    public var question: [String]? { run?.requests.map(\.rawValue) }

    /// The logs of the last request that beliefs predict that fit the answers so far: single ones, if they differ.
    public var choices: [[String]] {
        guard let run else { return [] }
        let alone = Set(left.filter { predictions.hypotheses[$0].count < 2 }.map { run.answers[$0] })
        return (alone.count > 1 ? alone : Set(left.map { run.answers[$0] })).map { predictions.traces[$0] }
            .sorted { $0.joined() < $1.joined() }
    }

    /// The sets with the fewest beliefs that fit all answers.
    var fitting: [Set<Belief>] {
        let sets = left.map { predictions.hypotheses[$0] }
        return sets.filter { $0.count == sets.map(\.count).min() }
    }

    /// True if all answers are those of the library.
    public var isRight: Bool { fitting == [[]] }

    /// An answer that cannot be taken.
    public struct Problem: Error, CustomStringConvertible {
        /// A sentence on what was wrong and what is possible.
        public let description: String
    }

    /// Takes an answer: steps with commas between them, or the number of a choice.
    ///
    /// - Throws: `Problem` if the answer is neither, or if nothing leads to these steps. The question is then still open.
    public mutating func answer(_ text: String) throws(Problem) {
        guard let run else { return }
        let trace = try trace(text)
        let fitting = left.filter { predictions.traces[run.answers[$0]] == trace }
        if fitting.isEmpty {
            unexplained = unexplained ?? (run.requests, trace)
            throw Problem(
                description: """
                    No belief that is known here, and no two of them, lead to these steps\(answered > 0 ? " after your earlier answers" : ""). Is \
                    a step missing, or too many? With ? you get choices.
                    """)
        }
        left = fitting
        answered += 1
        next = answered < 4 ? predictions.best(among: left) : nil
    }

    private func trace(_ text: String) throws(Problem) -> [String] {
        if let number = Int(text) {
            guard choices.indices.contains(number - 1) else {
                throw Problem(description: "There is no choice \(number); there are 1 to \(choices.count).")
            }
            return choices[number - 1]
        }
        let words = text.split { ",;".contains($0) }.map(Predictions.plain)
        if words == ["nothing"] { return [] }
        if words.isEmpty { throw Problem(description: "If it logs nothing, type the word nothing.") }
        guard let wrong = words.first(where: { predictions.steps[$0] == nil }) else {
            return words.compactMap { predictions.steps[$0] }
        }
        let similar = predictions.steps.filter { $0.key.hasPrefix(wrong) }.values.sorted()
        let examples = similar.isEmpty ? ["Low up", "exit Low", "enter High", "observer High"] : similar
        throw Problem(
            description: """
                “\(wrong)” is no step. \(similar.isEmpty ? "Steps are such as" : "Is it one of") \
                \(examples.joined(separator: ", "))\(similar.isEmpty ? "." : "?")
                """)
    }

    /// The meaning of the answers, in lines; empty while there is a question.
    ///
    /// - Throws: The error of the article on the rules if it cannot be read.
    public func verdict() throws -> [String] {
        if next != nil { return [] }
        let beliefs = fitting.map { Belief.allCases.filter($0.contains) }
        let texts = beliefs.map { $0.map { "that \($0.rawValue)" }.joined(separator: ", and ") }
        let right = "You have the rules right, as far as this heater asks (\(Belief.allCases.count) beliefs excluded)."
        return [isRight ? right : "You believe \(texts.joined(separator: "; or "))."]
            + (try Belief.allCases.filter(beliefs.joined().contains).flatMap(explanation))
            + (unexplained.map { ["", "One of your answers fits none of the beliefs."] + comparison($0, $1) } ?? [])
    }

    /// The rule against a belief, the shortest run in which the belief fails, and what really happens there.
    private func explanation(of belief: Belief) throws -> [String] {
        guard let hypothesis = predictions.hypotheses.firstIndex(of: [belief]),
            let run = predictions.runs.first(where: { $0.answers[hypothesis] != $0.answers[0] })
        else { return [] }
        return ["", "Rule \(belief.rule.number): \(try belief.sentence())"]
            + comparison(run.requests, predictions.traces[run.answers[hypothesis]])
    }

    private func comparison(_ requests: [Heater.Request], _ expected: [String]) -> [String] {
        func steps(_ trace: [String]) -> String { "    " + (trace.isEmpty ? "nothing" : trace.joined(separator: ", ")) }
        let run = requests.map(\.rawValue).joined(separator: ", ")
        return [
            "After \(run), you expect of the last request:", steps(expected),
            "What really happens:", steps(Heater.trace(of: requests)),
        ]
    }
}
