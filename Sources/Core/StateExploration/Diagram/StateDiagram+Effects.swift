extension StateDiagram {
    /// A request, or the start of the machine, that leads from one node to another, with its effects.
    struct Move: Hashable, Sendable {
        /// The request; `nil` for the start.
        let request: String?
        /// The numbers of the nodes before and after the request.
        var source: Int
        let target: Int
        /// The nodes in which the target's regions begin, if several regions do not begin in their initial nodes.
        var inside: [Int] = []
        /// The nodes of `inside` as conditions, to write them as a text.
        var begun: [Condition] { inside.map { Condition(nodes: [$0], otherNodes: []) } }
        /// The conditions on the states of other regions, one for each region on which the move depends.
        var condition: [Condition] = []
        /// The condition on merged data; empty without one.
        var guardText = ""
        /// True if the move leaves no state, not even to enter it again.
        let isInternal: Bool
        /// The effects of the move, in order; at last, only those that neither an exit nor an entry has.
        var effects: [String]
        var change: Change?
    }

    /// The nodes of a region in which a request makes a change, and the region's nodes in which it does not.
    struct Condition: Hashable, Sendable {
        let nodes: [Int]
        let otherNodes: [Int]
    }

    /// The entry effects and exit effects of a state or superstate.
    struct Hooks {
        var entry: [String] = []
        var exit: [String] = []
    }

    /// A state or superstate that can have entry and exit effects.
    struct Scope {
        let path: String
        /// The nodes of the state, its substates and its regions.
        let nodes: Set<Int>
        /// The node of the state; `nil` for a superstate.
        let state: Int?
        /// The nodes of the states that contain this state in a region.
        let owners: [Int]

        /// Returns true for the start, and for a move that leaves or enters the state.
        func isCrossed(by move: Move) -> Bool {
            move.request == nil || move.source == state || nodes.contains(move.source) != nodes.contains(move.target)
        }
    }

    /// Moves effects from arrows to a state, if all arrows into or out of the state have these effects in common.
    ///
    /// The effects at the end of all arrows into a state are its entry. The effects at the beginning of all arrows out
    /// of it are its exit. The other effects of an arrow happen in between. So UML's order results: exits from the
    /// inside to the outside, the effects of the arrow, entries from the outside to the inside. If only one request
    /// leads into or out of a state, its effects stay at the arrow, because its handler may have caused them. A state
    /// in a region gets neither entry nor exit if other arrows leave or enter the state around the region. Only contexts
    /// have hooks: in the chart of any other machine, all effects stay at the arrows.
    ///
    /// - Parameters:
    ///   - moves: All moves. The effects that go to a state are removed from them.
    ///   - scopes: All superstates, outer superstates before inner ones, and then all states.
    /// - Returns: The entry and exit effects of each scope.
    static func takeHooks(from moves: inout [Move], of scopes: [Scope]) -> [Hooks] {
        var hooks = scopes.map { _ in Hooks() }
        if moves.allSatisfy(\.effects.isEmpty) { return hooks }
        let states = Dictionary(scopes.compactMap { scope in scope.state.map { ($0, scope) } }) { first, _ in first }
        for isExit in [true, false] {
            let end: (Int) -> Int = { [moves] in isExit ? moves[$0].source : moves[$0].target }
            let arrows = moves.indices.filter { !moves[$0].isInternal && (!isExit || moves[$0].request != nil) }
            let arrowsAt = Dictionary(grouping: arrows, by: end)
            var isTaken = moves.map { _ in false }
            for (index, scope) in scopes.enumerated() {
                func crossing(_ scope: Scope) -> [Int] {
                    scope.nodes.flatMap { arrowsAt[$0] ?? [] }.filter { scope.isCrossed(by: moves[$0]) }
                }
                let crossed = crossing(scope)
                let causes = crossed.map { (moves[$0].request, moves[$0].source) }
                // Not if an arrow has lost effects to an outer state already: an outer exit comes after the inner ones,
                // not before.
                guard causes.contains(where: { $0 != causes[0] }), !crossed.contains(where: { isTaken[$0] }) else {
                    continue
                }
                // If all arrows begin or end in one state, the effects belong to that state.
                guard scope.state != nil || Set(crossed.map(end)).count > 1 else { continue }
                let isWithOwner = scope.owners.compactMap { states[$0] }.contains { owner in
                    crossing(owner).contains { !scope.nodes.contains(end($0)) }
                }
                if isWithOwner { continue }
                let shared = sharedPrefix(
                    of: crossed.map { isExit ? moves[$0].effects : moves[$0].effects.reversed() })
                if shared.isEmpty { continue }
                if isExit { hooks[index].exit = shared } else { hooks[index].entry = shared.reversed() }
                for move in crossed {
                    let rest =
                        isExit
                        ? moves[move].effects.dropFirst(shared.count) : moves[move].effects.dropLast(shared.count)
                    moves[move].effects = Array(rest)
                    isTaken[move] = true
                }
            }
        }
        return hooks
    }

    static func sharedPrefix(of lists: [[String]]) -> [String] {
        guard var shared = lists.first else { return [] }
        for list in lists { shared = zip(shared, list).prefix { $0 == $1 }.map(\.0) }
        return shared
    }
}
