extension StateGraph {
    /// The shortest sequence of requests that leads from the initial state to the state with this index.
    ///
    /// - Precondition: The graph has the state.
    public func path(to state: Int) -> [Request] {
        guard labels.indices.contains(state) else { fatalError("The graph has no state \(state): it has \(size).") }
        return tree.path(to: state)
    }

    /// The shortest sequence of requests that leads to a state with some property; `nil` if no state has the property.
    ///
    /// - Parameter condition: Returns true for the text of a state with the property.
    /// - Returns: The requests; empty if the initial state has the property, and `nil` if no state has it.
    public func shortestPath(where condition: (_ state: String) -> Bool) -> [Request]? {
        states.firstIndex(where: condition).map(path)  // The nearest states come first.
    }

    /// The states from which no goal can be reached.
    ///
    /// The result contains no goals. It also contains neither states that were not explored nor states that lead to
    /// such a state, because these might reach a goal.
    ///
    /// - Parameter isGoal: Returns true for the text of a state that is a goal.
    /// - Returns: The states, in the order in which they were found.
    /// - Complexity: O(*states* × *requests*).
    public func states(unableToReach isGoal: (_ state: String) -> Bool) -> [String] {
        var sources = Array(repeating: [Int](), count: states.count)
        for (state, row) in cells.enumerated() {
            for cell in row { sources[cell.target].append(state) }
        }
        var canReach = zip(states, isExplored).map { isGoal($0) || !$1 }
        var queue = states.indices.filter { canReach[$0] }
        while let state = queue.popLast() {
            for source in sources[state] where !canReach[source] {
                canReach[source] = true
                queue.append(source)
            }
        }
        return states.indices.filter { !canReach[$0] }.map { states[$0] }
    }

    /// The states among `expected` that cannot be reached.
    ///
    /// You can name an expected state by its whole text or by its path: `"InService/Idle"` counts as reached if
    /// `"InService/Idle, floor 2"` is reached.
    public func unreachable(of expected: [String]) -> [String] {
        let reached = Set(states).union(statePaths)
        return expected.filter { !reached.contains($0) }
    }

    /// The explored states from which no request leads to another state.
    public var deadEnds: [String] {
        states.indices.filter { state in isExplored[state] && cells[state].allSatisfy { $0.target == state } }
            .map { states[$0] }
    }

    /// The requests that no explored state handles: they are refused, or not made.
    public var unhandledRequests: [Request] {
        let explored = states.indices.filter { isExplored[$0] }
        guard !explored.isEmpty else { return [] }
        return requests.indices
            .filter { request in
                explored.allSatisfy { cells[$0][request].isRefused || cells[$0][request].outcome == nil }
            }
            .map { requests[$0] }
    }

    /// The states outside of the exploration's bound. They were found, but no request was made in them.
    public var unexplored: [String] { states.indices.filter { !isExplored[$0] }.map { states[$0] } }
}
