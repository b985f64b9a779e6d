import StatePattern

/// A drawing of a graph in no particular format: its states as a tree, and its transitions as arrows.
///
/// ``StateGraph/diagram()`` draws every state, ``StateGraph/merged(by:)`` puts several into one.
///
/// A request that leads from every state inside a superstate to the same place outside it is one arrow, from the
/// superstate: that is how statecharts say it (Harel, *Statecharts: A Visual Formalism for Complex Systems*, 1987).
public struct StateDiagram: Sendable {
    /// A state, or a superstate with the states that lie in it.
    package struct Node: Sendable {
        /// The names of the superstates and the node's own, with slashes in between; it identifies the node.
        package let path: String
        /// The node's own name, with the data of its state.
        package let name: String
        /// The nodes that lie in this one; none if it is a state.
        package fileprivate(set) var substates: [Node] = []
        /// True if requests were made in the state; of a superstate, it is true.
        package fileprivate(set) var isExplored = true

        /// The paths of the node and of all that lies in it.
        var paths: [String] { [path] + substates.flatMap(\.paths) }
        /// The paths of the states among them.
        var leaves: [String] { substates.isEmpty ? [path] : substates.flatMap(\.leaves) }
    }

    /// The requests that lead from one node to another.
    package struct Arrow: Sendable {
        /// The path of the node, a state or a superstate, that the requests lead out of.
        package let source: String
        /// The path of the state that they lead to.
        package let target: String
        /// The requests.
        package fileprivate(set) var labels: [String]
    }

    /// The outermost nodes.
    package private(set) var roots: [Node] = []
    /// All arrows, in the order of their first requests.
    package private(set) var arrows: [Arrow] = []
    /// The path of the initial state.
    package let initial: String

    /// The path of the node that a state is drawn as, by the text of the state and by its merged name.
    private var paths: [String: String] = [:]
    /// The leaf to draw an arrow of a superstate from, by the path of the superstate.
    private(set) var firstLeaves: [String: String] = [:]

    /// The nodes that a request leads out of, by the nodes that it leads to; nodes are known by their places in a list.
    private typealias Step = (label: String, sources: [Int: Set<Int>])

    /// Draws a graph, with one node for all states that `merge` gives the same name.
    init<Request>(_ graph: StateGraph<Request>, merging merge: (String) -> String) {
        // A node stands for one or more states; it is drawn in the place of the first.
        var names: [String] = []
        var indices: [String: Int] = [:]
        let nodes = graph.states.map { state in
            let name = merge(state)
            if let index = indices[name] { return index }
            indices[name] = names.count
            names.append(name)
            return names.count - 1
        }
        let explored = Set(nodes.indices.filter { graph.isExplored[$0] }.map { nodes[$0] })
        let steps = graph.requests.enumerated().map { index, request in
            var sources: [Int: Set<Int>] = [:]
            for (state, row) in graph.cells.enumerated() where graph.isExplored[state] {
                let (cell, source) = (row[index], nodes[state])
                let isChangeOfDataOnly = nodes[cell.target] == source && cell.target != state
                let isDrawn = isChangeOfDataOnly ? cell.outcome == .transitioned : cell.isTransition(from: state)
                if isDrawn { sources[nodes[cell.target], default: []].insert(source) }
            }
            return (label: "\(request)", sources: sources)
        }
        self.init(names, initial: nodes[0], explored: explored, steps)
        for (state, node) in zip(graph.states, nodes) { paths[state] = paths[names[node]] }
    }

    /// Draws what was seen of a machine at work.
    ///
    /// - Parameters:
    ///   - initial: The path of the first state.
    ///   - transitions: All transitions, each with its request and the paths of both leaves.
    package init(from initial: String, seeing transitions: [(request: String, source: String, target: String)]) {
        var names: [String] = []
        var indices: [String: Int] = [:]
        func index(of state: String) -> Int {
            if let index = indices[state] { return index }
            indices[state] = names.count
            names.append(state)
            return names.count - 1
        }
        let first = index(of: initial)
        var steps: [Step] = []
        for transition in transitions {
            let (source, target) = (index(of: transition.source), index(of: transition.target))
            let step = steps.firstIndex { $0.label == transition.request } ?? steps.count
            if step == steps.count { steps.append((transition.request, [:])) }
            steps[step].sources[target, default: []].insert(source)
        }
        self.init(names, initial: first, explored: Set(names.indices), steps)
    }

    private init(_ names: [String], initial: Int, explored: Set<Int>, _ steps: [Step]) {
        var drawn = names.map(StateDiagram.components)
        let superstates = Set(drawn.flatMap { components in components.indices.map { Array(components[..<$0]) } })
        let taken = superstates.union(drawn)
        for index in drawn.indices where superstates.contains(drawn[index]) {
            // A state that others lie in is drawn inside itself, for its own arrows to start at.
            var name = drawn[index].last ?? ""
            while taken.contains(drawn[index] + [name]) { name += "′" }
            drawn[index].append(name)
        }
        let drawnPaths = drawn.map { $0.joined(separator: "/") }
        for (name, path) in zip(names, drawnPaths) { paths[name] = path }
        self.initial = drawnPaths[initial]
        for (index, components) in drawn.enumerated() {
            StateDiagram.insert(components[...], isExplored: explored.contains(index), into: &roots)
        }
        addArrows(steps, between: drawn)
    }

    /// The node that a state is drawn as, by the text of the state or by its merged name; `nil` if there is none.
    package func node(of state: String?) -> String? { state.flatMap { paths[$0] } }

    // MARK: Drawing

    private mutating func addArrows(_ steps: [Step], between drawn: [[String]]) {
        let superstates = roots.flatMap { StateDiagram.superstates(from: $0) }
        let inside = superstates.map { superstate in
            Set(drawn.indices.filter { drawn[$0].count > superstate.count && drawn[$0].starts(with: superstate) })
        }
        let drawnPaths = drawn.map { $0.joined(separator: "/") }
        for (superstate, inside) in zip(superstates, inside) {
            firstLeaves[superstate.joined(separator: "/")] = inside.min().map { drawnPaths[$0] }
        }
        var known: [[String]: Int] = [:]
        func add(from source: String, to target: String, _ label: String) {
            if let index = known[[source, target]] { return arrows[index].labels.append(label) }
            known[[source, target]] = arrows.count
            arrows.append(Arrow(source: source, target: target, labels: [label]))
        }
        for (label, sources) in steps {
            for (target, var sources) in sources.sorted(by: { $0.key < $1.key }) {
                for (superstate, inside) in zip(superstates, inside)
                where inside.count > 1 && inside.isSubset(of: sources) && !inside.contains(target) {
                    sources.subtract(inside)
                    add(from: superstate.joined(separator: "/"), to: drawnPaths[target], label)
                }
                for source in sources.sorted() { add(from: drawnPaths[source], to: drawnPaths[target], label) }
            }
        }
    }

    /// The names of a state's superstates and its own, which the data of the state belongs to.
    private static func components(of state: String) -> [String] {
        let path = StateGraph<String>.path(of: state)
        var components = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        components[components.count - 1] += state.dropFirst(path.count)
        return components
    }

    private static func insert(
        _ components: ArraySlice<String>, isExplored: Bool, into nodes: inout [Node], below parent: String? = nil
    ) {
        guard let name = components.first else { return }
        let path = parent.map { $0 + "/" + name } ?? name
        let index = nodes.firstIndex { $0.path == path } ?? nodes.count
        if index == nodes.count { nodes.append(Node(path: path, name: name)) }
        if components.count == 1 {
            nodes[index].isExplored = isExplored
        } else {
            insert(components.dropFirst(), isExplored: isExplored, into: &nodes[index].substates, below: path)
        }
    }

    /// The components of all superstates at and below a node, the outer ones before the inner ones.
    private static func superstates(from node: Node, below superstate: [String] = []) -> [[String]] {
        if node.substates.isEmpty { return [] }
        let components = superstate + [node.name]
        return [components] + node.substates.flatMap { superstates(from: $0, below: components) }
    }
}
