extension MachineModel {
    /// Finds all the states that the system can get into, and what it answers to each request in each of them.
    ///
    /// The search is breadth first, with a fresh system for each request in each state, which first goes through the
    /// shortest requests that lead there. So a system needs no way to be copied. Each answer is checked once more,
    /// wherever possible on other requests that lead to the same state: a system that depends on more than its state
    /// tells is noticed.
    ///
    /// - Parameter limit: How many states there may be.
    /// - Returns: The states and what happens in them.
    /// - Throws: `ExplorationError` when there are more states, or when the system answers differently the second time.
    /// - Complexity: O(*states* × *requests* × *depth*) requests, where *depth* is that of the search; the memory for
    ///   O(*states* × *requests*) cells.
    public func explore(limit: Int = 10_000) throws(ExplorationError) -> StateGraph<Request> {
        var graph = StateGraph<Request>(requests: requests, initial: observe(nil, after: []).state)
        var next = 0
        while next < graph.states.count {
            let path = graph.path(to: next)
            for request in requests {
                let seen = observe(request, after: path)
                graph.add(seen, from: next)
                if graph.states.count > limit {
                    throw .tooManyStates(limit: limit, state: seen.state, path: (path + [request]).map { "\($0)" })
                }
            }
            next += 1
        }
        try verify(graph)
        return graph
    }

    /// Checks each cell on another way to its state, or on the same way if there is no other.
    private func verify(_ graph: StateGraph<Request>) throws(ExplorationError) {
        for (state, name) in graph.states.enumerated() {
            let path = graph.path(to: state)
            for detour in graph.detours(to: state) {
                for (index, request) in requests.enumerated() {
                    let expected = graph.response(state, index)
                    let seen = observe(request, after: detour)
                    if seen == expected { continue }
                    let again = observe(request, after: path)
                    let first = ExplorationError.Witness(path: path, response: expected)
                    throw again == expected
                        ? .ambiguousState(
                            state: name, request: "\(request)", first, .init(path: detour, response: seen))
                        : .notDeterministic(
                            state: name, request: "\(request)", first, .init(path: path, response: again))
                }
            }
        }
    }
}

/// Why an exploration has no result.
public enum ExplorationError: Error, Hashable, CustomStringConvertible {
    /// There are more states than expected; `path` leads to the last one.
    case tooManyStates(limit: Int, state: String, path: [String])
    /// The same requests had different consequences.
    case notDeterministic(state: String, request: String, Witness, Witness)
    /// Different requests led to the same state, where the same request had different consequences.
    case ambiguousState(state: String, request: String, Witness, Witness)

    public var description: String {
        switch self {
        case .tooManyStates(let limit, let state, let path):
            let end = path.suffix(10).joined(separator: ", ")
            return """
                There are more than \(limit) states. The last one, “\(state)”, was reached by \(path.count) requests\
                 that end with \(end).
                """
        case .notDeterministic(let state, let request, let first, let second):
            return """
                The system is not deterministic: “\(request)” in “\(state)” led once to \(first), and once to \(second).
                """
        case .ambiguousState(let state, let request, let first, let second):
            return """
                “\(state)” does not say all that the behaviour depends on: “\(request)” led to \(first), but to \
                \(second).
                """
        }
    }
}

extension ExplorationError {
    /// What was seen, and the requests before.
    public struct Witness: Hashable, Sendable, CustomStringConvertible {
        public let path: [String]
        public let response: MachineModel<String>.Response

        init<Request>(path: [Request], response: MachineModel<Request>.Response) {
            self.path = path.map { "\($0)" }
            self.response = .init(outcome: response.outcome, state: response.state, trace: response.trace)
        }

        public var description: String {
            "\(response) after \(path.isEmpty ? "the start" : path.joined(separator: ", "))"
        }
    }
}
