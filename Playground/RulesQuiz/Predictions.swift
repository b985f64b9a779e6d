import StatePattern

/// The predictions of each belief, and of each two, for short runs of the heater.
struct Predictions {
    /// A run of up to three requests on a new heater, of which each one before the last does something.
    struct Run {
        let requests: [Heater.Request]
        /// The log of the last request for each of the hypotheses, as an index into ``Predictions/traces``.
        fileprivate(set) var answers: [Int] = []
    }

    /// No belief, then each one, then each two.
    let hypotheses: [Set<Belief>]
    private(set) var runs: [Run] = []
    private(set) var traces: [[String]] = []
    /// All steps that occur, in lower case and without punctuation.
    private(set) var steps: [String: String] = [:]
    private(set) var first: Int?

    static let all = Predictions()

    private init() {
        let beliefs = Belief.allCases
        let pairs = beliefs.indices.flatMap { index in beliefs[(index + 1)...].map { [beliefs[index], $0] } }
        hypotheses = ([[]] + beliefs.map { [$0] } + pairs).map(Set.init)
        var known: [[String]: Int] = [:]
        var level = [(requests: [] as [Heater.Request], machines: hypotheses.map(Interpreter.init))]
        for _ in 1...3 {
            var next: [(requests: [Heater.Request], machines: [Interpreter])] = []
            for (before, machines) in level {
                for request in Heater.Request.allCases {
                    var (run, machines) = (Run(requests: before + [request]), machines)
                    var outcome: Outcome?
                    for index in machines.indices {
                        let its = machines[index].make(request)
                        outcome = outcome ?? its
                        let trace = machines[index].takeLog()
                        if known[trace] == nil {
                            known[trace] = traces.count
                            traces.append(trace)
                            for step in trace { steps[Self.plain(step)] = step }
                        }
                        run.answers.append(known[trace]!)
                    }
                    runs.append(run)
                    if outcome != .unhandled, outcome != .refused { next.append((run.requests, machines)) }
                }
            }
            level = next
        }
        first = best(among: Array(hypotheses.indices))
    }

    static func plain(_ step: some StringProtocol) -> String {
        step.lowercased().split { !$0.isLetter }.joined(separator: " ")
    }

    /// The run after which the most of these hypotheses are excluded, whatever the answer is; `nil` if none is.
    func best(among hypotheses: [Int]) -> Int? {
        func size(of index: Int) -> (left: Int, steps: Int) {
            var counts: [Int: Int] = [:]
            for hypothesis in hypotheses { counts[runs[index].answers[hypothesis], default: 0] += 1 }
            return (counts.values.max() ?? 0, traces[runs[index].answers[0]].count)
        }
        let best = runs.indices.map { (index: $0, size: size(of: $0)) }.min { $0.size < $1.size }
        return best.flatMap { $0.size.left < hypotheses.count ? $0.index : nil }
    }
}
