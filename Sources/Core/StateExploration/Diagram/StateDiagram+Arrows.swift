/// Drawing the arrows and internal actions of a diagram.
extension StateDiagram {
    /// Draws all moves. A request that does the same in all states of a superstate is drawn once.
    ///
    /// - Parameters:
    ///   - moves: The moves. The arrows have the same order.
    ///   - exits: The exit effects of states of regions, keyed by the states' paths.
    ///   - hasHooks: False if the machine cannot have entries and exits.
    ///   - projection: The nodes of the diagram.
    mutating func add(
        _ moves: [Move], _ exits: [String: [String]], hasHooks: Bool, between projection: Projection
    ) {
        let drawn = projection.nodes
        let superstates = roots.flatMap { StateDiagram.superstates(from: $0) }
        // A state with regions stands for everything in it.
        let inside = superstates.map { superstate in
            Set(
                drawn.indices.filter { node in
                    drawn[node].count > superstate.count && drawn[node].starts(with: superstate)
                        && !drawn[node][superstate.count...].contains(where: \.isRegion)
                })
        }
        let (superstatePaths, drawnPaths) = (superstates.map(StateDiagram.path), drawn.map(StateDiagram.path))

        var moves = moves
        var nodesInside: [String: Set<Int>] = [:]
        for node in drawn.indices {
            for depth in drawn[node].indices {
                nodesInside[StateDiagram.path(drawn[node][...depth]), default: []].insert(node)
            }
        }
        let states = Dictionary(zip(drawn, drawn.indices)) { first, _ in first }
        let scopes = (superstates.filter { !$0.last!.isRegion && states[$0] == nil } + drawn).map { components in
            StateDiagram.Scope(
                path: StateDiagram.path(components), nodes: nodesInside[StateDiagram.path(components)] ?? [],
                state: states[components], owners: components.indices.compactMap { states[Array(components[..<$0])] })
        }
        let hooks = hasHooks ? StateDiagram.takeHooks(from: &moves, of: scopes) : scopes.map { _ in Hooks() }
        for (path, hooks) in zip(scopes.map(\.path), hooks) {
            let exit = (exits[path] ?? []) + hooks.exit
            for (name, effects) in [("entry", hooks.entry), ("exit", exit)] where !effects.isEmpty {
                actions[path, default: []].append(StateDiagram.text(of: name, effects))
            }
        }

        let owners = Dictionary(
            zip(superstates, superstatePaths).filter { $0.0.last?.isRegion == true }
                .map { ($1, StateDiagram.path($0.dropLast())) }
        ) { first, _ in first }
        var known: [[String]: Int] = [:]
        func addArrow(from source: String, to target: String, _ label: Label) {
            if let index = known[[source, target]] { return arrows[index].labels.append(label) }
            known[[source, target]] = arrows.count
            arrows.append(Arrow(source: source, target: target, labels: [label]))
        }
        for (label, isInternal, sources) in StateDiagram.steps(of: moves, projection) {
            for (target, var sources) in sources.sorted(by: { $0.key < $1.key }) {
                func add(from path: String) {
                    // An arrow out of a region is drawn from the state that has the region.
                    let path = owners[path] ?? path
                    if isInternal { return actions[path, default: []].append(label.text) }
                    addArrow(from: path, to: drawnPaths[target], label)
                }
                for (path, inside) in zip(superstatePaths, inside)
                where inside.count > 1 && inside.isSubset(of: sources)
                    && (isInternal || !drawnPaths[target].hasPrefix(path + "/"))
                {
                    sources.subtract(inside)
                    add(from: path)
                }
                for source in sources.sorted() { add(from: drawnPaths[source]) }
            }
        }
        startEffects = moves.first { $0.request == nil }?.effects ?? []
    }

    /// A label, and the source nodes of its moves, keyed by the target. An internal request has the target -1.
    private typealias Step = (label: Label, isInternal: Bool, sources: [Int: Set<Int>])

    private static func steps(of moves: [Move], _ projection: Projection) -> [Step] {
        struct Key: Hashable {
            let label: Label
            let isInternal: Bool
        }
        var steps: [Step] = []
        var indices: [Key: Int] = [:]
        for move in moves {
            guard let request = move.request else { continue }
            let label = Label(
                request: request, condition: projection.condition(of: move),
                regions: projection.text(of: move.begun), effects: move.effects, change: move.change)
            let key = Key(label: label, isInternal: move.isInternal)
            let index = indices[key] ?? steps.count
            if index == steps.count {
                indices[key] = index
                steps.append((key.label, key.isInternal, [:]))
            }
            steps[index].sources[move.isInternal ? -1 : move.target, default: []].insert(move.source)
        }
        return steps
    }

    static func insert(
        _ components: ArraySlice<Component>, isExplored: Bool, _ change: Change?, into nodes: inout [Node],
        below parent: String? = nil
    ) {
        guard let component = components.first else { return }
        let path = parent.map { $0 + "/" + component.pathText } ?? component.pathText
        let index = nodes.firstIndex { $0.path == path } ?? nodes.count
        if index == nodes.count {
            nodes.append(
                Node(path: path, name: component.name, details: component.details, isRegion: component.isRegion))
        }
        if components.count == 1 {
            nodes[index].isExplored = isExplored
            nodes[index].change = change
        } else {
            insert(components.dropFirst(), isExplored: isExplored, change, into: &nodes[index].substates, below: path)
            // A superstate is new or gone if all its states are.
            let changes = Set(nodes[index].substates.map(\.change))
            nodes[index].change = changes.count == 1 && changes != [.changed] ? changes.first! : nil
        }
    }

    /// The components of all superstates at and below a node, outer superstates before inner ones.
    private static func superstates(from node: Node, below superstate: [Component] = []) -> [[Component]] {
        if node.substates.isEmpty { return [] }
        let components = superstate + [Component(name: node.name, details: node.details, isRegion: node.isRegion)]
        return [components] + node.substates.flatMap { superstates(from: $0, below: components) }
    }
}
