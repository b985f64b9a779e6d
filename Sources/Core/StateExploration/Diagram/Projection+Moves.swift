import StatePattern

/// The arrows of regions, found from the combinations of their states.
extension Projection {
    /// A request in a state, or the start of the machine, as it was seen.
    struct Step {
        enum Kind {
            /// The request is not drawn.
            case nothing
            /// The request has effects, and no state is left.
            case handled
            /// The request leads to another state of the machine, or only to another state of a region. In the latter
            /// case, the machine reports no transition.
            case transition, transitionOfRegion

            /// Creates the kind of a request. If it does not lead to another state, `isDrawn` decides.
            init(leads: Bool, isDrawn: Bool, _ outcome: Outcome?) {
                self = isDrawn ? .handled : .nothing
                if leads { self = outcome == .transitioned ? .transition : .transitionOfRegion }
            }
        }

        /// The request; `nil` for the start.
        let request: String?
        /// The numbers of the states before and after the request.
        let source: Int
        let target: Int
        let kind: Kind
        var effects: [String]
        /// The parts of the source's data that the diagram merges.
        var data: [String] = []
        var change: StateDiagram.Change?
    }

    /// The change that a request makes in a node: a move to another node, or only effects.
    enum Change: Hashable {
        case move(to: Int, inside: [Int], effects: [String])
        case handled(effects: [String])
    }

    /// A row of the table of a node and a request: the nodes of the other regions, and the request's change.
    private struct Row: Hashable {
        let others: [String: Int]
        let change: Change?
        /// True if a state around the node is left as well.
        let isLeft: Bool
    }

    private struct Place: Hashable {
        let node: Int
        let request: String?
    }

    /// A change, and the nodes of the other regions on which it depends.
    private struct Cause: Hashable {
        let place: Place
        let others: [String: Int]
        let change: Change
        let guardText: String
    }

    /// The moves of all steps, for each region separately.
    ///
    /// A move has a condition if it depends on the states of other regions. The condition names as few regions as
    /// possible.
    func moves(_ steps: [Step]) -> [StateDiagram.Move] {
        let (changes, guards) = (steps.map { self.changes(in: $0) }, Projection.guards(of: steps))
        var rows: [Place: Set<Row>] = [:]
        for (step, changes) in zip(steps, changes) where !states[step.source].parts.isEmpty {
            var left: Set<Int> = []
            for part in states[step.source].all {
                if case .move = changes[part.node] { left.formUnion(part.parts.flatMap(\.all).map(\.node)) }
                let others = others(than: part, in: states[step.source])
                let row = Row(others: others, change: changes[part.node], isLeft: left.contains(part.node))
                rows[Place(node: part.node, request: step.request), default: []].insert(row)
            }
        }
        let regions = rows.mapValues(Projection.regionsThatMatter)
        var (known, knownMoves): (Set<Cause>, Set<StateDiagram.Move>) = ([], [])
        var moves: [StateDiagram.Move] = []
        for (index, (step, changes)) in zip(steps, changes).enumerated() {
            let state = states[step.source]
            for part in state.all {
                guard let change = changes[part.node] else { continue }
                var move = Projection.move(step.request, from: part.node, change)
                (move.change, move.guardText) = (step.change, guards[index] ?? "")
                let place = Place(node: part.node, request: step.request)
                guard let rows = rows[place], let regions = regions[place] else {
                    moves.append(move)
                    continue
                }
                let others = others(than: part, in: state).filter { regions.contains($0.key) }
                guard
                    known.insert(Cause(place: place, others: others, change: change, guardText: move.guardText))
                        .inserted
                else { continue }
                let tellers = Projection.innermost(of: regions, in: others)
                let inner = part.all.dropFirst().first { [$0.region] == tellers }
                // The arrow begins at the inner node, except for a move to the state itself or into it: that leaves the
                // state.
                if let inner, move.isInternal || !(path(move.target) + "/").hasPrefix(path(part.node) + "/") {
                    move.source = inner.node
                } else {
                    let alike = rows.filter { Projection.innermost(of: regions, in: $0.others) == tellers }
                    move.condition = condition(
                        tellers, others, for: change, in: alike, isAll: alike.count == rows.count)
                }
                if knownMoves.insert(move).inserted { moves.append(move) }
            }
        }
        return moves
    }

    /// The moves of two versions, those of both without a mark.
    static func unmarkingMoves(ofBothVersionsIn moves: [StateDiagram.Move]) -> [StateDiagram.Move] {
        func unmarked(_ move: StateDiagram.Move) -> StateDiagram.Move {
            var move = move
            move.change = nil
            return move
        }
        let (old, new) = (moves.filter { $0.change == .gone }, moves.filter { $0.change == .added })
        let both = Set(old.map(unmarked)).intersection(new.map(unmarked))
        return moves.map { both.contains(unmarked($0)) ? unmarked($0) : $0 }
    }

    /// For each node, the moves of all steps that start there.
    func movesByNode(_ steps: [Step]) -> [[StateDiagram.Move]] {
        moves(steps).reduce(into: nodes.map { _ in [] }) { $0[$1.source].append($1) }
    }

    private static func move(_ request: String?, from node: Int, _ change: Change) -> StateDiagram.Move {
        switch change {
        case .move(let target, let inside, let effects):
            .init(request: request, source: node, target: target, inside: inside, isInternal: false, effects: effects)
        case .handled(let effects):
            .init(request: request, source: node, target: node, isInternal: true, effects: effects)
        }
    }

    /// The changes of a step, keyed by the nodes in which they happen.
    func changes(in step: Step) -> [Int: Change] {
        let (source, target) = (states[step.source], states[step.target])
        if step.kind == .nothing { return [:] }
        if step.kind == .handled { return [source.own.node: .handled(effects: step.effects)] }
        var moves: [(node: Int, target: Part)] = []
        func compare(_ part: Part, _ other: Part) {
            if part.node != other.node { return moves.append((part.node, other)) }
            for inner in part.parts {
                if let other = other.parts.first(where: { $0.region == inner.region }) { compare(inner, other) }
            }
        }
        compare(source, target)
        let ownNodes = Set(source.all.filter { $0.own == source.own }.map(\.node))
        if step.kind == .transition, !moves.contains(where: { ownNodes.contains($0.node) }) {
            // The machine leaves its state and enters it again, with all regions.
            let inside = Set(source.own.all.map(\.node))
            moves.removeAll { inside.contains($0.node) }
            moves.insert((source.own.node, target.own), at: 0)
        }
        if step.request == nil { moves = [(source.node, target)] }
        var effects = step.effects
        var changes: [Int: Change] = [:]
        for (node, target) in moves {
            let inside = target.parts.flatMap(unusual)
            // The arrow leads to the inner node if there is only one.
            let end = inside.count == 1 ? inside[0] : target.node
            changes[node] = .move(to: end, inside: inside.count == 1 ? [] : inside, effects: effects)
            effects = []
        }
        return changes
    }

    /// The innermost nodes of a part and its inner parts that are not the initial nodes of their regions.
    private func unusual(_ part: Part) -> [Int] {
        let inner = part.parts.flatMap(unusual)
        return inner.isEmpty && initialNodes[part.region] != part.node ? [part.node] : inner
    }

    /// The nodes of all regions of a state, except the part's region and the regions around it.
    private func others(than part: Part, in state: Part) -> [String: Int] {
        let others = state.all.filter { !$0.all.contains(part) }
        return Dictionary(others.map { ($0.region, $0.node) }) { first, _ in first }
    }

    /// The smallest set of regions that determines a request's change.
    ///
    /// If such a region does not always exist, the set also has the region around it, which determines when it exists.
    private static func regionsThatMatter(in rows: Set<Row>) -> Set<String> {
        func changes(of regions: Set<String>) -> [[String: Int]: Set<Row>] {
            rows.reduce(into: [:]) { changes, row in
                let others = row.others.filter { regions.contains($0.key) }
                changes[others, default: []].insert(Row(others: [:], change: row.change, isLeft: row.isLeft))
            }
        }
        var regions = Set(rows.flatMap(\.others.keys))
        let all = changes(of: regions)
        // Inner regions come before the regions around them.
        for region in regions.sorted(by: >) {
            let isAround = regions.contains { inner in
                inner.hasPrefix(region + "/") && rows.contains { $0.others[inner] == nil }
            }
            if isAround { continue }
            let others = regions.subtracting([region])
            let fewer = changes(of: others)
            if all.allSatisfy({ nodes, changes in fewer[nodes.filter { others.contains($0.key) }] == changes }) {
                regions = others
            }
        }
        return regions
    }

    /// The innermost of some regions that exist in `others`. Their states determine the states of the outer regions.
    private static func innermost(of regions: Set<String>, in others: [String: Int]) -> [String] {
        let regions = regions.filter { others[$0] != nil }
        return regions.filter { region in !regions.contains { $0.hasPrefix(region + "/") } }.sorted()
    }

    /// The condition on the states of other regions in which a request makes a change. All `rows` have the same
    /// regions.
    private func condition(
        _ regions: [String], _ others: [String: Int], for change: Change, in rows: Set<Row>, isAll: Bool
    ) -> [StateDiagram.Condition] {
        guard regions.count == 1 else {
            return regions.compactMap { others[$0] }.map { StateDiagram.Condition(nodes: [$0], otherNodes: []) }
        }
        let all = Set(rows.compactMap { $0.others[regions[0]] })
        let nodes = Set(rows.filter { $0.change == change }.compactMap { $0.others[regions[0]] })
        // No `otherNodes` if the region does not always exist: “not in …” would also hold without the region.
        let otherNodes = isAll ? all.subtracting(nodes) : []
        return [StateDiagram.Condition(nodes: nodes.sorted(), otherNodes: otherNodes.sorted())]
    }
}

extension StateGraph {
    /// A step for each request in each explored state. A refused request without consequences is a step that is not
    /// drawn.
    ///
    /// - Parameter withRefusals: False to draw no refused requests.
    /// - Returns: The steps, in the order of the requests.
    func steps(withRefusals: Bool = true) -> [Projection.Step] {
        var steps: [Projection.Step] = []
        for (index, request) in requests.enumerated() {
            for (state, row) in cells.enumerated() where isExplored[state] {
                let cell = row[index]
                let isNothing = (cell.isRefused || cell.outcome == nil) && (cell.trace.isEmpty || !withRefusals)
                steps.append(
                    Projection.Step(
                        request: "\(request)", source: state, target: cell.target,
                        kind: .init(leads: cell.isTransition(from: state), isDrawn: !isNothing, cell.outcome),
                        effects: cell.trace))
            }
        }
        return steps
    }
}
