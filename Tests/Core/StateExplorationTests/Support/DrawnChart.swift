import StateExploration

/// A reader of a chart, who knows nothing but what is drawn: nodes, arrows, their conditions, and the marks of beginnings.
struct DrawnChart {
    private let diagram: StateDiagram
    private let nodes: [StateDiagram.Node]

    init(_ diagram: StateDiagram) {
        func all(_ node: StateDiagram.Node) -> [StateDiagram.Node] { [node] + node.substates.flatMap(all) }
        self.diagram = diagram
        nodes = diagram.roots.flatMap(all)
    }

    /// The cells of a graph that the chart does not tell: the states, and what happens, in any order.
    static func missingCells<Request>(of graph: StateGraph<Request>) -> [String] {
        let diagram = graph.diagram()
        let chart = DrawnChart(diagram)
        var missing: [String] = []
        for (state, row) in graph.cells.enumerated() {
            let source = Set(diagram.nodes(of: graph.states[state]))
            for (request, cell) in zip(graph.requests, row) {
                let target = Set(diagram.nodes(of: graph.states[cell.target]))
                let seen = chart.answer(to: "\(request)", in: source)
                if seen.target == target && seen.effects.sorted() == cell.trace.sorted() { continue }
                missing.append("\(request) in \(graph.states[state]): \(seen), not \(target), \(cell.trace)")
            }
        }
        return missing
    }

    /// The nodes, without those around them, that a request leads to from some that are active, and its effects.
    private func answer(to request: String, in active: Set<String>) -> (target: Set<String>, effects: [String]) {
        var (target, effects) = (active, [String]())
        for node in nodes where isIn(node.path, active) {
            for action in diagram.actions[node.path] ?? [] {
                let parts = action.split(separator: " / ", maxSplits: 1).map(String.init)
                let head = parts[0].split(separator: " [", maxSplits: 1)
                if head[0] != request { continue }
                if head.count == 1 || holds(String(head[1].dropLast()), active) { effects += list(parts[1]) }
            }
        }
        for (arrow, labels) in arrows(of: request, in: active) {
            for label in labels {
                // The innermost region, or the chart, around both ends is where something changes.
                let region = regions(around: arrow.source).last { regions(around: arrow.target).contains($0) } ?? ""
                let old = active.filter { region == "" || $0.hasPrefix(region + "/") }
                let new = leaves(below: region, entering: [arrow.target] + begun(label.regions, in: arrow.target))
                target = target.subtracting(old).union(new)
                effects += label.effects
                for node in nodes where region == "" || node.path.hasPrefix(region + "/") {
                    // A superstate of both ends stays.
                    let isAround = [arrow.source, arrow.target].allSatisfy { $0.hasPrefix(node.path + "/") }
                    if isAround && !node.isOrthogonal { continue }
                    if isIn(node.path, old) { effects += hook("exit", of: node) }
                    if isIn(node.path, Set(new)) { effects += hook("entry", of: node) }
                }
            }
        }
        return (target, effects)
    }

    /// The arrows of a request from some nodes that are active, each with its labels whose conditions hold.
    func arrows(
        of request: String, in active: Set<String>
    ) -> [(arrow: StateDiagram.Arrow, labels: [StateDiagram.Label])] {
        diagram.arrows.filter { isIn($0.source, active) }.map { arrow in
            (arrow, arrow.labels.filter { $0.request == request && holds($0.condition, active) })
        }.filter { !$0.labels.isEmpty }
    }

    private func list(_ effects: String) -> [String] { effects.split(separator: ", ").map(String.init) }

    private func hook(_ name: String, of node: StateDiagram.Node) -> [String] {
        list(
            diagram.actions[node.path]?.first { $0.hasPrefix(name + " / ") }.map {
                String($0.dropFirst(name.count + 3))
            } ?? "")
    }

    private func isIn(_ path: String, _ active: Set<String>) -> Bool {
        active.contains { ($0 + "/").hasPrefix(path + "/") }
    }

    /// The paths of the regions that a node lies in, the outermost first; not its own.
    private func regions(around path: String) -> [String] {
        nodes.filter { $0.isRegion && path.hasPrefix($0.path + "/") }.map(\.path)
    }

    /// The nodes without others in them that are active when some nodes in a region, or in the chart, are entered.
    private func leaves(below region: String, entering entered: [String]) -> [String] {
        let inside = entered.filter { region == "" || $0.hasPrefix(region + "/") }
        let state =
            nodes.last { node in
                !node.isRegion && inside.contains { ($0 + "/").hasPrefix(node.path + "/") }
                    && regions(around: node.path).last ?? "" == region
            }?.path ?? diagram.initialNodes[region] ?? diagram.initial
        let parts = nodes.first { $0.path == state }?.substates.filter(\.isRegion) ?? []
        return parts.isEmpty ? [state] : parts.flatMap { leaves(below: $0.path, entering: entered) }
    }

    // MARK: Words

    /// The regions in the state around that a text may mean: by their paths from there on, by the names in these, or by
    /// their own names.
    private func regions(called text: String, where isMeant: (_ path: String) -> Bool) -> [String] {
        func parts(_ path: String) -> (owner: [String], inner: [String]) {
            let parts = path.split(separator: "/").map(String.init)
            let owner = Array(parts.prefix { !$0.hasPrefix("~2") })
            return (owner, parts.dropFirst(owner.count).map { String($0.trimmingPrefix("~2")) }.filter { !$0.isEmpty })
        }
        func name(_ part: String) -> String { String(part.prefix { $0 != "," }) }
        func texts(_ path: String) -> [String] {
            let (owner, inner) = parts(path)
            let last = name((owner + inner).last!)
            return [inner, inner.map(name)].map { $0.isEmpty ? last : $0.joined(separator: "/") } + [last]
        }
        let meant = nodes.filter { $0.isRegion && isMeant($0.path) }.map(\.path)
        let near = nodes.filter { node in node.isRegion && meant.contains { parts($0).owner == parts(node.path).owner }
        }
        let kind = (0..<3).first { kind in near.contains { texts($0.path)[kind] == text } }
        return meant.filter { path in kind.map { texts(path)[$0] == text } ?? false }
    }

    /// The parts of a text such as `Lamp in Lit or Dim, Heater not in Hot`.
    private func parts(_ text: String) -> [(region: String, isException: Bool, states: [String])] {
        text.split(separator: ", ").map { part in
            let words = part.split(separator: " in ", maxSplits: 1).map(String.init)
            let isException = words[0].hasSuffix(" not")
            let states = words[1].split(separator: " or ").map { inPath(String($0)) }
            return (inPath(isException ? String(words[0].dropLast(4)) : words[0]), isException, states)
        }
    }

    /// A text with the data of a state as paths have it.
    private func inPath(_ text: String) -> String { text.replacing(" (", with: ", ").replacing(")", with: "") }

    private func holds(_ condition: String, _ active: Set<String>) -> Bool {
        parts(condition).allSatisfy { part in
            let regions = regions(called: part.region) { isIn($0, active) }
            return part.isException
                != regions.contains { region in part.states.contains { isIn("\(region)/\($0)", active) } }
        }
    }

    /// The nodes that a text says regions of a state to begin in.
    private func begun(_ text: String, in target: String) -> [String] {
        parts(text).flatMap { part in
            regions(called: part.region) { $0.hasPrefix(target + "/") }.map { "\($0)/\(part.states[0])" }
                .filter { path in nodes.contains { $0.path == path } }
        }
    }
}
