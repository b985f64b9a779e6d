extension MachineModel {
    /// Finds all states that the machine can reach, and its response to each request in each of them.
    ///
    /// The search is breadth first. In the nearest states, up to five hundred cells, each request is made to a new
    /// machine, after the shortest requests that lead there. So a machine need not be copied. In other states, a
    /// machine is used again if it can return to the initial state. Each response is checked again, after other
    /// requests that lead to the same state, if there are any. Two thousand random requests, always the same, are
    /// checked as well.
    ///
    /// A model that can restore a machine is explored by restoring. Then a tour of machines that were never restored
    /// must agree.
    ///
    /// If two responses differ, the behavior depends on more than the text of the state, and an error shows both ways.
    /// A machine that depends on its distant past can still pass.
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
    ///   - isWithin: Returns whether a state is explored. In any other state, no request is made; the graph has it as a
    ///     target, and lists it as ``StateGraph/unexplored``.
    /// - Returns: The states, with the responses in them.
    /// - Throws: `ExplorationError` when there are more states, when the machine responds differently the second time,
    ///   or when the contexts that the model makes are not freed.
    /// - Complexity: O(*states* × *requests* × *depth*) requests for a search of this *depth*; if the model can restore
    ///   machines, one restored machine for each cell instead. Memory for O(*states* × *requests*) cells.
    public func explore(
        limit: Int = 2_000, within isWithin: (_ state: String) -> Bool = { _ in true }
    ) throws(ExplorationError) -> StateGraph<Request> {
        var (graph, doubt) = try explored(limit, isWithin, newMachines: 500)
        if let doubt {
            // New machines show the reason, or else the requests before the contradiction do.
            graph = try explored(limit, isWithin, newMachines: .max).graph
            if let (path, seen) = contradiction(of: graph, on: doubt) {
                throw shortestContradiction(of: graph, on: path, seen: seen)
            }
        }
        graph.areMachinesFreed = try releasesMachines()
        return graph
    }

    /// Explores the machine with new machines for a number of cells, and with used machines for the others.
    ///
    /// - Returns: The graph, and requests to a used machine that do not agree with it.
    private func explored(
        _ limit: Int, _ isWithin: (_ state: String) -> Bool, newMachines: Int
    ) throws(ExplorationError) -> (graph: StateGraph<Request>, doubt: [Int]?) {
        var exploration = Exploration(self, newMachines: newMachines)
        try exploration.findStates(limit, isWithin)
        let graph = exploration.graph
        if start().restored != nil {
            try verifyReplays(of: graph)
        } else if let found = exploration.firstContradiction() {
            guard found.isOfNewMachine else { return (graph, found.path + [found.request]) }
            let path = found.path.map { requests[$0] }
            throw contradiction(of: graph, found.state, found.request, after: path, seen: found.response)
        }
        if let (path, seen) = randomContradiction(of: graph) {
            guard exploration.usesNewMachinesOnly else { return (graph, path) }
            throw shortestContradiction(of: graph, on: path, seen: seen)
        }
        return (graph, nil)
    }

    /// Checks a graph of restored machines with a tour of machines that are never restored.
    private func verifyReplays(of graph: StateGraph<Request>) throws(ExplorationError) {
        let numbers = Dictionary(uniqueKeysWithValues: requests.enumerated().map { ($1, $0) })
        for sequence in graph.transitionTour() {
            let path = sequence.map { numbers[$0]! }
            guard let (made, seen) = contradiction(of: graph, on: path) else { continue }
            let state = made.dropLast().reduce(0) { graph.cells[$0][$1].target }
            let (request, direct) = (made[made.count - 1], graph.path(to: state))
            let (expected, replayed) = (graph.response(state, request), response(to: requests[request], after: direct))
            if replayed == expected { throw shortestContradiction(of: graph, on: made, seen: seen) }
            throw .lostBySaving(
                state: graph.states[state], request: "\(requests[request])", .init(path: direct, response: replayed),
                restored: .init(path: direct, response: expected))
        }
    }

    /// Checks whether machines are freed. It is an error if a context is not, because an observer keeps it.
    ///
    /// A machine may stay if `make` returns the same one each time, or keeps it until the next one.
    private func releasesMachines() throws(ExplorationError) -> Bool {
        let first = { [weak object = makeObject()] in object }
        let second = { [weak object = makeObject()] in object }
        guard let first = first(), let second = second(), first !== second else { return true }
        if first is any RegionContext { throw .notFreed(model: name) }
        return false
    }

    /// Checks a graph with random requests. They find a machine that depends on a hidden count.
    private func randomContradiction(of graph: StateGraph<Request>) -> (path: [Int], seen: Response)? {
        guard !requests.isEmpty else { return nil }
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<40 {
            let path = (0..<50).lazy.map { _ in Int.random(in: requests.indices, using: &generator) }
            if let found = contradiction(of: graph, on: path) { return found }
        }
        return nil
    }

    /// Makes requests to a new machine until it leaves the explored states, or responds differently from a graph.
    private func contradiction(
        of graph: StateGraph<Request>, on path: some Sequence<Int>
    ) -> (path: [Int], seen: Response)? {
        let run = start()
        var (made, state) = ([Int](), 0)
        guard graph.isExplored[0] else { return nil }
        for request in path {
            let seen = run.respond(requests[request])
            made.append(request)
            if seen != graph.response(state, request) { return (made, seen) }
            state = graph.cells[state][request].target
            if !graph.isExplored[state] { break }
        }
        return nil
    }

    /// The error for requests with a last response that differs from the graph.
    private func shortestContradiction(
        of graph: StateGraph<Request>, on path: [Int], seen first: Response
    ) -> ExplorationError {
        // Outside of its bound, a model of the graph makes no request, so shorter sequences would prove nothing.
        let path = path.map { requests[$0] }
        let shortest = graph.unexplored.isEmpty ? shortened(path, with: MachineModel(graph)) : path
        let indices = shortest.compactMap { requests.firstIndex(of: $0) }
        let state = indices.dropLast().reduce(0) { graph.cells[$0][$1].target }
        let (request, before) = (indices.last ?? 0, Array(shortest.dropLast()))
        let seen = response(to: requests[request], after: before)
        if seen != graph.response(state, request) {
            return contradiction(of: graph, state, request, after: before, seen: seen)
        }
        // The difference does not occur again.
        return .notDeterministic(
            state: graph.states[state], request: "\(requests[request])",
            .init(path: graph.path(to: state), response: seen), .init(path: path.dropLast(), response: first))
    }

    /// The error for a response that differs from the graph.
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
        // Equal texts can have different characters: “é” is one character, or “e” and an accent.
        let isSpelledAlike = name.utf8.elementsEqual(other.utf8)
        return .ambiguousState(
            state: isSpelledAlike ? name : "\(name) (\(name.codePoints), or \(other.codePoints))", request: word, first,
            .init(path: path, response: seen))
    }
}

extension String {
    /// The code points of the text outside of ASCII: `U+00E9`.
    fileprivate var codePoints: String {
        unicodeScalars.filter { !$0.isASCII }.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined(separator: " ")
    }
}
