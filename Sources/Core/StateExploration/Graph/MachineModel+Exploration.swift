extension MachineModel {
    /// Finds all states that the machine can get into, and its response to each request in each of them.
    ///
    /// The search is breadth first, with a fresh machine for each request in each state, which first goes through the
    /// shortest requests that lead there. So a machine needs no way to be copied. Each response is checked once more,
    /// after other requests that lead to the same state if there are any; and two thousand random requests, always the
    /// same, are checked as well. Where two responses differ, the behavior depends on more than the text of the state,
    /// and an error shows both ways. A machine that depends on what was long ago can still pass.
    ///
    /// A machine that counts, or defers requests, has states without end. A bound keeps the search finite:
    ///
    /// ```swift
    /// import StateExploration
    /// import StatePattern
    ///
    /// struct Counter {
    ///     var count = 0
    ///     mutating func add() -> Outcome { count += 1; return .transitioned }
    /// }
    ///
    /// let counter = MachineModel({ Counter() }, requests: ["add": { $0.add() }], state: { "\($0.count)" })
    /// let graph = try counter.explore(within: { Int($0)! < 3 })
    /// print(graph.states, graph.unexplored)  // Prints "["0", "1", "2", "3"] ["3"]"
    /// ```
    ///
    /// - Parameters:
    ///   - limit: The greatest number of states.
    ///   - isWithin: Returns whether a state is explored. One that is not belongs to the graph, as a state that can be
    ///     reached, but no request is made in it; the graph lists it as ``StateGraph/unexplored``.
    /// - Returns: The states and what happens in them.
    /// - Throws: `ExplorationError` when there are more states, when the machine responds differently the second time, or
    ///   when the machines that the model makes are not freed.
    /// - Complexity: O(*states* × *requests* × *depth*) requests, where *depth* is that of the search; the memory for
    ///   O(*states* × *requests*) cells.
    public func explore(
        limit: Int = 2_000, within isWithin: (_ state: String) -> Bool = { _ in true }
    ) throws(ExplorationError) -> StateGraph<Request> {
        let run = start()
        let startTrace = run.takeTrace()
        var graph = StateGraph<Request>(
            requests: requests, initial: run.respond(nil).state, startTrace: startTrace)
        if limit < 1 { throw .tooManyStates(limit: limit, state: "\(graph.labels[0])", path: []) }
        var next = 0
        while next < graph.labels.count {
            defer { next += 1 }
            guard isWithin("\(graph.labels[next])") else {
                graph.leaveUnexplored(next)
                continue
            }
            let path = graph.path(to: next)
            for request in requests {
                let response = response(to: request, after: path)
                graph.add(response, from: next)
                if graph.labels.count > limit {
                    throw .tooManyStates(
                        limit: limit, state: "\(response.state)", path: (path + [request]).map { "\($0)" })
                }
            }
        }
        graph.nameStates()
        try verify(graph)
        try verifyAtRandom(graph)
        try verifyRelease()
        return graph
    }

    /// Checks that machines are freed. One that “make” returns each time, or keeps until it makes the next, may stay.
    private func verifyRelease() throws(ExplorationError) {
        let first = { [weak object = makeObject()] in object }
        let second = { [weak object = makeObject()] in object }
        if let first = first(), let second = second(), first !== second { throw .notFreed(model: name) }
    }

    /// Checks each cell on another way to its state, or on the same way if there is no other.
    private func verify(_ graph: StateGraph<Request>) throws(ExplorationError) {
        for state in graph.states.indices where graph.isExplored[state] {
            for detour in graph.detours(to: state) {
                for (index, request) in requests.enumerated() {
                    let expected = graph.response(state, index)
                    let seen = response(to: request, after: detour)
                    if seen != expected { throw contradiction(of: graph, state, index, after: detour, seen: seen) }
                }
            }
        }
    }

    /// Checks the graph on sequences of random requests, which find a machine that counts without telling.
    private func verifyAtRandom(_ graph: StateGraph<Request>) throws(ExplorationError) {
        guard !requests.isEmpty else { return }
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<40 {
            let run = start()
            var (path, state) = ([Request](), 0)
            for _ in 0..<50 where graph.isExplored[state] {
                let index = Int.random(in: requests.indices, using: &generator)
                let (seen, expected) = (run.respond(requests[index]), graph.response(state, index))
                path.append(requests[index])
                if seen != expected { throw shortestContradiction(of: graph, on: path, seen: seen) }
                state = graph.cells[state][index].target
            }
        }
    }

    /// The error that a sequence of requests shows, whose last response was not that of the graph.
    private func shortestContradiction(
        of graph: StateGraph<Request>, on path: [Request], seen first: Response
    ) -> ExplorationError {
        // A model of the graph makes no request outside the bound, so fewer requests would prove nothing there.
        let shortest = graph.unexplored.isEmpty ? shortened(path, with: MachineModel(graph)) : path
        let indices = shortest.compactMap { requests.firstIndex(of: $0) }
        let state = indices.dropLast().reduce(0) { graph.cells[$0][$1].target }
        let (request, before) = (indices.last ?? 0, Array(shortest.dropLast()))
        let seen = response(to: requests[request], after: before)
        if seen != graph.response(state, request) {
            return contradiction(of: graph, state, request, after: before, seen: seen)
        }
        // It does not happen again.
        return .notDeterministic(
            state: graph.states[state], request: "\(requests[request])",
            .init(path: graph.path(to: state), response: seen), .init(path: path.dropLast(), response: first))
    }

    /// The error that a response shows which is not that of the graph.
    private func contradiction(
        of graph: StateGraph<Request>, _ state: Int, _ request: Int, after path: [Request], seen: Response
    ) -> ExplorationError {
        let (direct, expected) = (graph.path(to: state), graph.response(state, request))
        let (name, word) = (graph.states[state], "\(requests[request])")
        let first = ExplorationError.Evidence(path: direct, response: expected)
        let again = response(to: requests[request], after: direct)
        if again != expected || path == direct {
            let second = again == expected ? seen : again
            return .notDeterministic(state: name, request: word, first, .init(path: direct, response: second))
        }
        let other = "\(response(to: nil, after: path).state)"
        // Equal texts can be of different characters: “é” is one, or “e” and an accent.
        let isSpelledAlike = name.utf8.elementsEqual(other.utf8)
        return .ambiguousState(
            state: isSpelledAlike ? name : "\(name) (\(name.codePoints), or \(other.codePoints))", request: word, first,
            .init(path: path, response: seen))
    }
}

extension String {
    /// The code points of the text that are not those of ASCII: `U+00E9`.
    fileprivate var codePoints: String {
        unicodeScalars.filter { !$0.isASCII }.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined(separator: " ")
    }
}
