/// Finds the states of a machine from its requests and answers alone.
///
/// It is Angluin's algorithm (*Learning Regular Sets from Queries and Counterexamples*, 1987) for Mealy machines, with
/// counterexamples by Rivest and Schapire (1993), and Chow's W-method (1978) before random words.
struct Learner<Request: Hashable & Sendable> {
    /// The machine as far as it is known: for each state, the answer to each request, and the state after it.
    struct Hypothesis {
        var answers: [[Int]] = []
        var targets: [[Int]] = []

        /// The last answer to a word, and the state after it.
        func run(_ word: some Sequence<Int>) -> (answer: Int, state: Int) {
            word.reduce((-1, 0)) { (answers[$0.1][$1], targets[$0.1][$1]) }
        }

        /// The word up to the first answer that differs from those that were made; `nil` if none does.
        func difference(on word: [Int], _ made: [Int]) -> [Int]? {
            word.indices.first { run(word[...$0]).answer != made[$0] }.map { Array(word[...$0]) }
        }
    }

    private let model: MachineModel<Request>
    private let limit: Int
    /// The answers to all words that were made: a tree with an answer at each node.
    private var nodes: [(answer: Int, next: [Int: Int])] = [(-1, [:])]
    private var numbers: [MachineResponse: Int] = [:]
    /// All answers, without states. Elsewhere an answer is an index of this array.
    private(set) var answers: [MachineResponse] = []
    /// A word that leads to each state.
    private(set) var access: [[Int]] = [[]]
    /// Words that tell the states apart.
    private var suffixes: [[Int]]
    /// The number of words that were made.
    private(set) var words = 0

    init(_ model: MachineModel<Request>, limit: Int) {
        (self.model, self.limit) = (model, limit)
        suffixes = model.requests.indices.map { [$0] }
    }

    // MARK: Questions to the machine

    /// The answers to a word, by a new machine unless they are known.
    private mutating func ask(_ word: [Int]) throws(ExplorationError) -> [Int] {
        var (known, node) = ([Int](), 0)
        for request in word {
            guard let next = nodes[node].next[request] else { return try make(word) }
            node = next
            known.append(nodes[node].answer)
        }
        return known
    }

    /// The answers of a new machine to a word.
    ///
    /// - Throws: `ExplorationError.notDeterministic` if a machine has answered the beginning of the word otherwise.
    private mutating func make(_ word: [Int]) throws(ExplorationError) -> [Int] {
        words += 1
        let run = model.start()
        var (made, node) = ([Int](), 0)
        for (index, request) in word.enumerated() {
            let seen = run.respond(request)
            let response = MachineResponse(outcome: seen.outcome, state: .unknown, trace: seen.trace)
            let answer = numbers[response] ?? answers.count
            if answer == answers.count {
                answers.append(response)
                numbers[response] = answer
            }
            made.append(answer)
            if nodes[node].next[request] == nil {
                nodes.append((answer, [:]))
                nodes[node].next[request] = nodes.count - 1
            }
            node = nodes[node].next[request]!
            if nodes[node].answer != answer {
                let path = word[..<index].map { model.requests[$0] }
                throw .notDeterministic(
                    state: "\(StateLabel.unknown)", request: "\(model.requests[request])",
                    .init(path: path, response: answers[nodes[node].answer]), .init(path: path, response: response))
            }
        }
        return made
    }

    // MARK: States

    private mutating func row(after word: [Int]) throws(ExplorationError) -> [Int] {
        var row: [Int] = []
        for suffix in suffixes { row += try ask(word + suffix).suffix(suffix.count) }
        return row
    }

    /// Adds a state for each new row, until each request in each state leads to a known one.
    private mutating func close() throws(ExplorationError) -> Hypothesis {
        var (hypothesis, states, state) = (Hypothesis(), [[Int]: Int](), 0)
        for (state, word) in access.enumerated() { states[try row(after: word)] = state }
        while state < access.count {
            var (answers, targets) = ([Int](), [Int]())
            for request in model.requests.indices {
                let word = access[state] + [request]
                let row = try row(after: word)
                if states[row] == nil {
                    if access.count >= limit {
                        throw .tooManyLearned(limit: limit, path: word.map { "\(model.requests[$0])" })
                    }
                    states[row] = access.count
                    access.append(word)
                }
                answers.append(try ask(word)[word.count - 1])
                targets.append(states[row]!)
            }
            hypothesis.answers.append(answers)
            hypothesis.targets.append(targets)
            state += 1
        }
        return hypothesis
    }

    /// Learns the machine until no test is answered otherwise.
    mutating func learn(
        depth: Int, words: Int, progress: (_ states: Int, _ words: Int) -> Void
    ) throws(ExplorationError) -> Hypothesis {
        while true {
            let hypothesis = try close()
            progress(access.count, self.words)
            guard let word = try counterexample(to: hypothesis, depth, words, progress) else { return hypothesis }
            suffixes.append(try suffix(of: word, hypothesis))
        }
    }

    /// A word that the machine answers otherwise, up to the first answer that differs; `nil` if none was found.
    private mutating func counterexample(
        to hypothesis: Hypothesis, _ depth: Int, _ count: Int, _ progress: (_ states: Int, _ words: Int) -> Void
    ) throws(ExplorationError) -> [Int]? {
        // If the machine has at most `depth` further states, one of these words shows a difference.
        let middles = (0...depth).reduce([[]]) { words, _ in
            words.flatMap { word in model.requests.indices.map { word + [$0] } }
        }
        for start in access {
            for middle in middles {
                for suffix in suffixes {
                    let word = start + middle + suffix
                    if let found = hypothesis.difference(on: word, try ask(word)) { return found }
                }
            }
            progress(access.count, words)
        }
        var generator = SeededGenerator(seed: 1)
        let length = 2 * (access.map(\.count).max() ?? 0) + 10
        for _ in 0..<count {
            let word = (0..<Int.random(in: 1...length, using: &generator)).compactMap { _ in
                model.requests.indices.randomElement(using: &generator)
            }
            // Also if the answers are known: a machine may answer by chance.
            if let found = hypothesis.difference(on: word, try make(word)) { return found }
        }
        return contradiction(to: hypothesis)
    }

    /// A word that was made for an earlier hypothesis, and that this one answers otherwise.
    private func contradiction(to hypothesis: Hypothesis) -> [Int]? {
        var open = [(node: 0, state: 0, word: [Int]())]
        while let (node, state, word) = open.popLast() {
            for request in model.requests.indices {
                guard let next = nodes[node].next[request] else { continue }
                if hypothesis.answers[state][request] != nodes[next].answer { return word + [request] }
                open.append((next, hypothesis.targets[state][request], word + [request]))
            }
        }
        return nil
    }

    /// The end of a counterexample, which tells apart two words that lead to one state so far.
    private mutating func suffix(of word: [Int], _ hypothesis: Hypothesis) throws(ExplorationError) -> [Int] {
        let expected = hypothesis.run(word).answer
        // A word to the state after the beginning takes the place of that. For some length, the answer becomes as expected.
        var (wrong, right) = (0, word.count - 1)
        while right - wrong > 1 {
            let middle = (wrong + right) / 2
            let rest = access[hypothesis.run(word[..<middle]).state] + word[middle...]
            if try ask(rest).last == expected { right = middle } else { wrong = middle }
        }
        return Array(word[right...])
    }
}
