/// The states that a breadth-first search has found, each with the shortest sequence of requests that leads to it.
package struct SearchTree<Request: Hashable & Sendable>: Sendable {
    /// All states in the order in which they were found, beginning with the initial state.
    package private(set) var states: [StateLabel]
    private var indices: [StateLabel: Int]
    /// The state and the request by which each state was first reached; `nil` for the first state.
    private var origins: [(state: Int, request: Request)?] = [nil]

    package init(root: StateLabel) {
        states = [root]
        indices = [root: 0]
    }

    func index(of state: StateLabel) -> Int? { indices[state] }

    /// Throws an error if more requests wait in a state than a search for at most `limit` states allows.
    ///
    /// A machine is led to each state and back, past all that waits. So a state takes longer with each request that
    /// waits in it, and an endless queue would be noticed after hours.
    func checkDeferred(in state: Int, limit: Int) throws(ExplorationError) {
        let limit = max(100, limit / 20)
        guard states[state].deferredCount > limit else { return }
        throw .tooManyDeferred(limit: limit, state: states[state].path, path: path(to: state).map { "\($0)" })
    }

    /// Adds the target of a request.
    ///
    /// - Returns: The index of the target, and true if it is new.
    @discardableResult
    package mutating func insert(_ state: StateLabel, from origin: Int, by request: Request) -> (
        index: Int, isNew: Bool
    ) {
        if let index = indices[state] { return (index, false) }
        states.append(state)
        indices[state] = states.count - 1
        origins.append((origin, request))
        return (states.count - 1, true)
    }

    package func path(to index: Int) -> [Request] {
        var path: [Request] = []
        var index = index
        while let origin = origins[index] {
            path.append(origin.request)
            index = origin.state
        }
        return path.reversed()
    }
}
