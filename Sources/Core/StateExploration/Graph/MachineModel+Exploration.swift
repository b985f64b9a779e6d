extension MachineModel {
    /// Finds all states that the machine can reach, and the machine's response to each request in each state.
    ///
    /// The search is breadth first. For the first five hundred cells, each request is made to a new machine, after the
    /// shortest sequence of requests that leads to the state. So a machine need not be copied. For other cells, a
    /// machine is reused if it can return to the initial state. Each response is checked again, if possible after other
    /// requests that lead to the same state. Two thousand random requests, the same each time, are checked as well.
    ///
    /// A model that can restore a machine is explored by restoring. A tour with machines that were never restored must
    /// then give the same responses.
    ///
    /// If two responses differ, the behavior depends on more than the text of the state. The error then shows both
    /// sequences of requests. A machine that depends on its distant past can still pass.
    ///
    /// A machine that counts, or defers requests, has infinitely many states. A bound keeps the search finite. Without
    /// one, the search ends with an error at `limit` states, or at 100 deferred requests, or a twentieth of `limit`.
    ///
    /// - Parameters:
    ///   - limit: The greatest number of states.
    ///   - isWithin: Returns true for a state to explore. In any other state, no request is made; the graph has it as a
    ///     target, and lists it in ``StateGraph/unexplored``.
    ///   - progress: Called for each state before its requests are made, with the number of explored states and of
    ///     found states.
    /// - Returns: The states, with the response to each request in each state.
    /// - Throws: `ExplorationError` if there are more than `limit` states, if requests are deferred without end, if the
    ///   machine responds differently the second time, or if the contexts that the model makes are not freed.
    /// - Complexity: O(*states* × *requests* × *depth*) requests for a search of this *depth*; if the model can restore
    ///   machines, one restored machine for each cell instead. Memory for O(*states* × *requests*) cells.
    public func explore(
        limit: Int = 2_000, within isWithin: (_ state: String) -> Bool = { _ in true },
        progress: (_ explored: Int, _ found: Int) -> Void = { _, _ in }
    ) throws(ExplorationError) -> StateGraph<Request> {
        var (graph, doubt) = try explored(limit, isWithin, progress, newMachines: 500)
        if let doubt {
            // An exploration with new machines only may throw an error that shows the reason. Otherwise, the requests
            // before the contradiction show it.
            graph = try explored(limit, isWithin, progress, newMachines: .max).graph
            if let (path, seen) = contradiction(of: graph, on: doubt) {
                throw shortestContradiction(of: graph, on: path, seen: seen)
            }
        }
        graph.unfreed = try releasesMachines() ? unfreedStates(of: graph) : [name]
        return graph
    }

    /// Explores the machine with new machines for a number of cells, and with reused machines for the other cells.
    ///
    /// - Returns: The graph, and the requests to a reused machine that responded differently; `nil` if all responses
    ///   agree.
    private func explored(
        _ limit: Int, _ isWithin: (_ state: String) -> Bool, _ progress: (_ explored: Int, _ found: Int) -> Void,
        newMachines: Int
    ) throws(ExplorationError) -> (graph: StateGraph<Request>, doubt: [Int]?) {
        var exploration = Exploration(self, newMachines: newMachines)
        try exploration.findStates(limit, isWithin, progress)
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

    /// Checks a graph that restored machines made, with a tour of machines that are never restored.
    private func verifyReplays(of graph: StateGraph<Request>) throws(ExplorationError) {
        for sequence in graph.transitionTour() {
            let path = sequence.map(position)
            guard let (made, seen) = contradiction(of: graph, on: path) else { continue }
            let state = made.dropLast().reduce(0) { graph.cells[$0][$1].target }
            let (request, direct) = (made[made.count - 1], graph.path(to: state))
            let (expected, replayed) = (graph.response(state, request), response(to: requests[request], after: direct))
            if replayed == expected { throw shortestContradiction(of: graph, on: made, seen: seen) }
            if let error = chance(of: graph, state, request, after: [(direct, replayed)]) { throw error }
            throw .lostBySaving(
                state: graph.states[state], request: "\(requests[request])", .init(path: direct, response: replayed),
                restored: .init(path: direct, response: expected))
        }
    }

    /// Returns true if machines are freed. Throws an error if a context is not freed, because an observer keeps it
    /// alive.
    ///
    /// A machine may stay alive if `make` returns the same machine each time, or keeps it until the next call.
    private func releasesMachines() throws(ExplorationError) -> Bool {
        let first = { [weak object = makeObject()] in object }
        let second = { [weak object = makeObject()] in object }
        guard let first = first(), let second = second(), first !== second else { return true }
        if first is any RegionContext { throw .notFreed(model: name) }
        return false
    }

    /// The objects that stay although their machine is used no more, after it was led to each of the nearest 200 paths.
    private func unfreedStates(of graph: StateGraph<Request>) -> [String] {
        func objects(after requests: [Request]) -> [(path: String, object: () -> AnyObject?)] {
            run(after: requests).objects().map { path, object in (path, { [weak object] in object }) }
        }
        if start().objects().isEmpty { return [] }
        var (paths, unfreed) = (Set<String>(), [String]())
        for (index, label) in graph.labels.enumerated() where paths.count < 200 && paths.insert(label.path).inserted {
            let requests = graph.path(to: index)
            for (first, second) in zip(objects(after: requests), objects(after: requests)) {
                guard let object = first.object(), object !== second.object() else { continue }
                if first.path.isEmpty { return [name] }
                if !unfreed.contains(first.path) { unfreed.append(first.path) }
            }
        }
        return unfreed
    }

    /// Checks a graph with random requests, which find a machine that depends on a hidden count. `nil` if all agree.
    private func randomContradiction(of graph: StateGraph<Request>) -> (path: [Int], seen: Response)? {
        guard !requests.isEmpty else { return nil }
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<40 {
            let path = (0..<50).lazy.map { _ in Int.random(in: requests.indices, using: &generator) }
            if let found = contradiction(of: graph, on: path) { return found }
        }
        return nil
    }

    /// Makes requests to a new machine until it leaves the explored states or differs from a graph. `nil` if it never
    /// differs.
    private func contradiction(
        of graph: StateGraph<Request>, on path: some Sequence<Int>
    ) -> (path: [Int], seen: Response)? {
        let run = start()
        var (made, state) = ([Int](), 0)
        guard graph.isExplored[0] else { return nil }
        for request in path {
            let seen = run.respond(request)
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
        // Not shortened if the graph has a bound: outside of it, the graph's model makes no request, so a shorter
        // sequence would prove nothing.
        let path = path.map { requests[$0] }
        let shortest = graph.unexplored.isEmpty ? shortened(path, with: MachineModel(graph)) : path
        let indices = shortest.compactMap { requests.firstIndex(of: $0) }
        let state = indices.dropLast().reduce(0) { graph.cells[$0][$1].target }
        let (request, before) = (indices.last ?? 0, Array(shortest.dropLast()))
        let seen = response(to: requests[request], after: before)
        if seen != graph.response(state, request) {
            return contradiction(of: graph, state, request, after: before, seen: seen)
        }
        // The difference did not occur again on a new machine.
        return .notDeterministic(
            state: graph.states[state], request: "\(requests[request])",
            .init(path: graph.path(to: state), response: seen), .init(path: path.dropLast(), response: first))
    }

    /// The error for a response that differs from the graph.
    private func contradiction(
        of graph: StateGraph<Request>, _ state: Int, _ request: Int, after path: [Request], seen: Response
    ) -> ExplorationError {
        let direct = graph.path(to: state)
        let first = ExplorationError.Evidence(path: direct, response: graph.response(state, request))
        let second = ExplorationError.Evidence(path: path, response: seen)
        if path == direct {
            return .notDeterministic(state: graph.states[state], request: "\(requests[request])", first, second)
        }
        let known = [(direct, first.response), (path, seen)]
        if let error = chance(of: graph, state, request, after: known) { return error }
        let (name, other) = (graph.states[state], "\(response(to: nil, after: path).state)")
        // Equal texts can have different characters: “é” is one character, or “e” and an accent.
        let isSpelledAlike = name.utf8.elementsEqual(other.utf8)
        return .ambiguousState(
            state: isSpelledAlike ? name : "\(name) (\(name.codePoints), or \(other.codePoints))",
            request: "\(requests[request])", first, second)
    }

    /// The error for a response that differs from the graph by chance; `nil` if repeating shows no chance.
    ///
    /// The sequences, with the known response after each, are repeated on machines that exist at the same time: the
    /// order of a set depends on the place of the set in memory.
    private func chance(
        of graph: StateGraph<Request>, _ state: Int, _ request: Int, after paths: [(path: [Request], known: Response)]
    ) -> ExplorationError? {
        let (direct, expected) = (graph.path(to: state), graph.response(state, request))
        var runs: [Run] = []
        for _ in 0..<8 {
            for (path, known) in paths {
                let run = run(after: path)
                runs.append(run)
                let isElsewhere = run.respond(nil).state != graph.labels[state]
                let again = run.respond(request)
                guard again != known || isElsewhere && known != expected else { continue }
                return .notDeterministic(
                    state: graph.states[state], request: "\(requests[request])",
                    again != known ? .init(path: path, response: known) : .init(path: direct, response: expected),
                    .init(path: path, response: again))
            }
        }
        return nil
    }
}

extension String {
    /// The text's code points outside of ASCII, such as `U+00E9`.
    fileprivate var codePoints: String {
        let points = unicodeScalars.filter { !$0.isASCII }.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }
        return points.isEmpty ? "ASCII" : points.joined(separator: " ")
    }
}
