extension StateDiagram {
    /// A request in a state, or the start of the machine, with what it does.
    struct Move: Hashable {
        /// The request; `nil` for the start.
        let request: String?
        /// The number of the node that it was made in, and of the one that the machine is in afterwards.
        var source: Int
        let target: Int
        /// The nodes of the target's regions that are not the initial ones, if there are several.
        var inside: [Int] = []
        /// The same as a condition.
        var begun: [Condition] { inside.map { Condition(nodes: [$0], otherNodes: []) } }
        /// The states of other regions in which it is made, for each region that matters.
        var condition: [Condition] = []
        /// True if no state is left, not even to be entered again.
        let isInternal: Bool
        /// The effects, in order.
        var effects: [String]
    }

    /// The nodes of a region in which a request does something, and those in which it does something else.
    struct Condition: Hashable {
        let nodes: [Int]
        let otherNodes: [Int]
    }

    /// The effects of entering and of leaving a state or superstate.
    struct Hooks {
        var entry: [String] = []
        var exit: [String] = []
    }

    /// Moves effects from arrows to states: those that every arrow into a state ends with, and every arrow out of it
    /// begins with.
    ///
    /// What remains at an arrow happens between the two. Together they are what the request did, in UML's order: exits
    /// from the inside to the outside, the effects of an arrow, entries from the outside to the inside. One arrow alone
    /// keeps its effects.
    ///
    /// - Parameters:
    ///   - moves: All moves, which lose the effects that are moved.
    ///   - superstates: The states inside each superstate, an outer one before the inner ones.
    ///   - count: The number of states.
    /// - Returns: The effects of each superstate, and then those of each state.
    static func takeHooks(from moves: inout [Move], in superstates: [Set<Int>], stateCount count: Int) -> [Hooks] {
        let scopes = superstates + (0..<count).map { [$0] }
        var hooks = scopes.map { _ in Hooks() }
        if moves.allSatisfy(\.effects.isEmpty) { return hooks }
        let crossing = moves.indices.filter { !moves[$0].isInternal }
        let (bySource, byTarget) = (
            Dictionary(grouping: crossing) { moves[$0].source }, Dictionary(grouping: crossing) { moves[$0].target }
        )
        var isTaken = moves.map { _ in false }
        for (index, scope) in scopes.enumerated() {
            let isState = index >= superstates.count
            let leaving = scope.flatMap { bySource[$0] ?? [] }.filter { move in
                moves[move].request != nil && (isState || !scope.contains(moves[move].target))
            }
            // What an outer state does on exit comes after what the inner ones do.
            guard leaving.count > 1, !leaving.contains(where: { isTaken[$0] }) else { continue }
            // If all arrows begin in one state, the effects are that state's.
            guard isState || Set(leaving.map { moves[$0].source }).count > 1 else { continue }
            hooks[index].exit = sharedPrefix(of: leaving.map { moves[$0].effects })
            if hooks[index].exit.isEmpty { continue }
            for move in leaving {
                moves[move].effects.removeFirst(hooks[index].exit.count)
                isTaken[move] = true
            }
        }
        isTaken = moves.map { _ in false }
        for (index, scope) in scopes.enumerated() {
            let isState = index >= superstates.count
            let entering = scope.flatMap { byTarget[$0] ?? [] }.filter { move in
                moves[move].request == nil || isState || !scope.contains(moves[move].source)
            }
            guard entering.count > 1, !entering.contains(where: { isTaken[$0] }) else { continue }
            guard isState || Set(entering.map { moves[$0].target }).count > 1 else { continue }
            hooks[index].entry = sharedPrefix(of: entering.map { moves[$0].effects.reversed() }).reversed()
            if hooks[index].entry.isEmpty { continue }
            for move in entering {
                moves[move].effects.removeLast(hooks[index].entry.count)
                isTaken[move] = true
            }
        }
        return hooks
    }

    private static func sharedPrefix(of lists: [[String]]) -> [String] {
        guard var shared = lists.first else { return [] }
        for list in lists { shared = zip(shared, list).prefix { $0 == $1 }.map(\.0) }
        return shared
    }
}
