import StatePattern

extension MachineModel {
    /// Finds the states of the machine from its requests and answers alone. See <doc:LearnAMachine>.
    ///
    /// An answer is the outcome of a request and its consequences. New machines get sequences of requests until the answers
    /// tell all states apart. Tests follow: `depth` + 1 requests in each state, and random ones, the same each time.
    ///
    /// A state has the text that the model has for it, or else a number: `S1`. If two states have one text, the second one gets
    /// a prime, as in `Locked′`: the text forgets something. ``StateGraph/certainty`` says how far the graph was tested, and
    /// which texts are of one state, because no answer tells them apart.
    ///
    /// - Parameters:
    ///   - depth: The number of further states that cannot escape the tests. Each one takes as many times longer as there are
    ///     requests.
    ///   - words: The number of random sequences.
    ///   - limit: The greatest number of states. The time grows with about its fourth power.
    ///   - progress: Called now and then, with the number of states and of sequences so far.
    /// - Returns: The states, with the answer to each request in each state.
    /// - Throws: `ExplorationError` if there are more than `limit` states, or if the machine answers by chance.
    /// - Precondition: `depth` and `words` are not negative.
    /// - Complexity: Time and memory for O(*states* × *requests*^(*depth* + 2)) sequences.
    public func learn(
        depth: Int = 1, words: Int = 2_000, limit: Int = 40,
        progress: (_ states: Int, _ words: Int) -> Void = { _, _ in }
    ) throws(ExplorationError) -> StateGraph<Request> {
        if min(depth, words) < 0 { fatalError("There is no depth of \(depth), or there are no \(words) words.") }
        var learner = Learner(self, limit: limit)
        let learned = try learner.learn(depth: depth, words: words, progress: progress)
        let first = start()
        let isBlackBox = first.respond(nil).state == .unknown
        func label(after word: [Int]) -> StateLabel { response(to: nil, after: word.map { requests[$0] }).state }
        let texts = learner.access.enumerated().map { state, word in
            isBlackBox ? StateLabel("S\(state + 1)") : label(after: word)
        }
        let labels = StateLabel.distinct(texts)
        var merged: [String] = []
        var graph = StateGraph(
            requests: requests, initial: labels[0], startTrace: start().takeTrace(), hasHooks: first.hasHooks())
        var (states, next) = ([0], 0)
        while next < states.count {
            for (request, target) in learned.targets[states[next]].enumerated() {
                let answer = learned.answers[states[next]][request]
                let text = isBlackBox ? texts[target] : label(after: learner.access[states[next]] + [request])
                let note = "“\(text)” from “\(texts[target])”".onOneLine
                if text != texts[target], !merged.contains(note) { merged.append(note) }
                let (seen, moves) = (learner.answers[answer], target != states[next])
                let inferred: Outcome = moves ? .transitioned : seen.trace.isEmpty ? .unhandled : .handled
                let outcome = seen.outcome ?? (isBlackBox ? inferred : nil)
                let response = MachineResponse(outcome: outcome, state: labels[target], trace: seen.trace)
                if graph.add(response, from: next).isNew { states.append(target) }
            }
            next += 1
        }
        graph.nameStates()
        graph.certainty = """
            no difference in \(learner.words) words; a machine with more than \(depth) further \
            state\(depth == 1 ? "" : "s") could differ
            """
        if !merged.isEmpty {
            let more = merged.count > 3 ? ", and \(merged.count - 3) more" : ""
            graph.certainty! += "; no answer tells \(merged.prefix(3).joined(separator: ", "))\(more)"
        }
        return graph
    }
}

extension MachineModel where Request == String {
    /// Creates a model of a machine that does not tell its state, for ``learn(depth:words:limit:progress:)``.
    ///
    /// If a request returns nothing, its outcome is `transitioned` if a further request can tell, `handled` if there is only a
    /// trace, else `unhandled`.
    ///
    /// - Parameters:
    ///   - make: Makes a new machine in its initial state. All machines must behave alike.
    ///   - name: The machine's name in messages; by default, the name of its type.
    ///   - requests: The requests that are made in each state.
    ///   - trace: Returns the consequences since the previous call, in order.
    /// - Precondition: No two requests have the same name. Each one has a name, or makes one request of a new context.
    public init<System>(
        blackBox make: @escaping () -> System, named name: String? = nil, requests: RequestList<System>,
        trace: @escaping (_ system: inout System) -> [String] = { _ in [] }
    ) {
        let list = requests.named(on: make)
        let makers = list.map(\.make)
        self.init(
            make, named: name, requests: list.map(\.name), perform: { makers[$1](&$0) }, label: { _ in .unknown },
            trace: trace)
    }
}

extension StateLabel {
    /// The label of a state that cannot be read.
    static let unknown = StateLabel("?")
}
