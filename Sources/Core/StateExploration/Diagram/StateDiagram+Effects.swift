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
        var change: Change?
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

    /// A state or superstate that effects can be those of.
    struct Scope {
        let path: String
        /// The nodes that it is or that lie in it, also in its regions.
        let nodes: Set<Int>
        /// Its own node; `nil` if it is a superstate.
        let state: Int?
        /// The nodes of the states with regions that it lies in a region of.
        let owners: [Int]

        /// Returns true if a move leaves or enters it, or is the start.
        func isCrossed(by move: Move) -> Bool {
            move.request == nil || move.source == state || nodes.contains(move.source) != nodes.contains(move.target)
        }
    }

    /// Moves effects from arrows to states: those that every arrow into a state ends with, and every arrow out of it
    /// begins with.
    ///
    /// What remains at an arrow happens between the two. Together they are what the request did, in UML's order: exits
    /// from the inside to the outside, the effects of an arrow, entries from the outside to the inside. One request alone
    /// keeps its effects, which may be those of its handler. A state of a region has neither where the state around is
    /// left or entered.
    ///
    /// - Parameters:
    ///   - moves: All moves, which lose the effects that are moved.
    ///   - scopes: All superstates, an outer one before the inner ones, and then all states.
    /// - Returns: The effects of each scope.
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
                // What an outer state does on exit comes after what the inner ones do.
                guard causes.contains(where: { $0 != causes[0] }), !crossed.contains(where: { isTaken[$0] }) else {
                    continue
                }
                // If all arrows begin or end in one state, the effects are that state's.
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
