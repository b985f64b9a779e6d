import EnumTwins
import StatePattern

/// Questions about a graph: a request in a state, and the user predicts its outcome and target.
struct Quiz {
    private static let length = 5
    /// The outcomes that can be an answer; for a transition, that is the state it leads to.
    private static let outcomes: [Outcome] = [.handled, .unhandled, .deferred, .refused]

    /// The way to answer, and the way out.
    static let introduction =
        "Type a state, or \(outcomes.map { "\($0)" }.joined(separator: ", ")); “quit” ends the quiz."

    private let graph: CommandGraph
    private let questions: [(state: Int, request: Int)]
    private var answerCount = 0
    private var score = 0

    /// Chooses the questions, the same for the same number.
    init(_ graph: CommandGraph, seed: UInt64) {
        self.graph = graph
        var generator = seededGenerator(seed)
        let cells = graph.cells.indices.flatMap { state in
            graph.cells[state].indices.map { (state: state, request: $0) }
        }
        let shuffled = cells.shuffled(using: &generator)
        // Most requests are refused in most states; half of the questions are about others.
        let isChange = { (cell: (state: Int, request: Int)) in
            graph.cells[cell.state][cell.request].outcome == .transitioned
        }
        let chosen = shuffled.filter(isChange).prefix((Quiz.length + 1) / 2) + shuffled.filter { !isChange($0) }
        questions = chosen.prefix(Quiz.length).shuffled(using: &generator)
    }

    /// The next question; `nil` at the end.
    var question: String? {
        guard answerCount < questions.count else { return nil }
        let (state, request) = questions[answerCount]
        return "\(answerCount + 1) of \(questions.count): \(graph.requests[request]) in \(graph.states[state])?"
    }

    /// The score, on one line.
    var result: String { answerCount == 0 ? "No question was answered." : "\(score) of \(answerCount) right" }

    /// Takes the answer to the question, the state that the request leads to or its outcome, and tells whether it is
    /// right.
    mutating func take(_ answer: String) throws(UsageError) -> String {
        let (state, request) = questions[answerCount]
        let cell = graph.cells[state][request]
        let outcome = Quiz.outcomes.first { "\($0)" == answer.lowercased() }
        let targets = graph.states(named: answer).map(graph.name)
        guard outcome != nil || !targets.isEmpty else {
            let names = (graph.names + Quiz.outcomes.map { "\($0)" }).joined(separator: "; ")
            throw UsageError("“\(answer)” is neither a state nor an outcome; there is \(names); “quit” ends the quiz")
        }
        let isRight =
            outcome.map { $0 == cell.outcome }
            ?? (cell.outcome == .transitioned && targets.contains(graph.name(of: cell.target)))
        answerCount += 1
        score += isRight ? 1 : 0
        let truth = cell.outcome == .transitioned ? graph.states[cell.target] : "\(cell.outcome ?? .unhandled)"
        return "\(isRight ? "right" : "wrong"), \(graph.requests[request]) in \(graph.states[state]): \(truth)"
    }
}
