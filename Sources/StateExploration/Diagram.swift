/// What all drawings of a graph have in common: its states as a tree, and its transitions as arrows.
///
/// A request that leads from every state inside a superstate to the same place outside it is one arrow, from the
/// superstate: that is how statecharts say it (Harel, *Statecharts: A Visual Formalism for Complex Systems*, 1987).
struct Diagram {
    /// A state, if it has no substates, or a superstate.
    struct Node {
        let path: String
        var substates: [Node] = []

        var name: Substring { path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...] }
    }

    struct Arrow {
        let source: String
        let target: String
        var labels: [String]
    }

    private(set) var roots: [Node] = []
    private(set) var arrows: [Arrow] = []
    /// The states that are superstates of others as well.
    private let composites: Set<String>
    /// The paths of all superstates, the outer ones before the inner ones.
    private var superstates: [String] = []

    init<Request>(_ graph: StateGraph<Request>) {
        let superstates = graph.states.flatMap { state in
            state.indices.filter { state[$0] == "/" }.map { String(state[..<$0]) }
        }
        composites = Set(graph.states).intersection(superstates)
        let states = graph.states.map(path(of:))
        for state in states { Diagram.insert(state, into: &roots) }

        self.superstates = roots.flatMap(Diagram.superstates)
        let inside = self.superstates.map { superstate in
            Set(states.indices.filter { states[$0].hasPrefix(superstate + "/") })
        }
        for (index, request) in graph.requests.enumerated() {
            var sources: [Int: Set<Int>] = [:]
            for (state, row) in graph.cells.enumerated() where row[index].isTransition(from: state) {
                sources[row[index].target, default: []].insert(state)
            }
            for (target, var sources) in sources.sorted(by: { $0.key < $1.key }) {
                for (superstate, inside) in zip(self.superstates, inside)
                where inside.count > 1 && inside.isSubset(of: sources) && !inside.contains(target) {
                    sources.subtract(inside)
                    add(from: superstate, to: states[target], "\(request)")
                }
                for state in sources.sorted() { add(from: states[state], to: states[target], "\(request)") }
            }
        }
    }

    /// Where a state is drawn: one that is a superstate as well is drawn inside itself, for its own arrows to start at.
    func path(of state: String) -> String {
        guard composites.contains(state) else { return state }
        return state + "/" + Node(path: state).name
    }

    func isSuperstate(_ path: String) -> Bool { superstates.contains(path) }

    private mutating func add(from source: String, to target: String, _ label: String) {
        if let index = arrows.firstIndex(where: { $0.source == source && $0.target == target }) {
            arrows[index].labels.append(label)
        } else {
            arrows.append(Arrow(source: source, target: target, labels: [label]))
        }
    }

    private static func insert(_ state: String, into nodes: inout [Node], below parent: String = "") {
        let rest = state.dropFirst(parent.count)
        let name = rest.prefix { $0 != "/" }
        let path = parent + name
        let index = nodes.firstIndex { $0.path == path } ?? nodes.count
        if index == nodes.count { nodes.append(Node(path: path)) }
        if name != rest {
            insert(state, into: &nodes[index].substates, below: path + "/")
        }
    }

    /// The paths of all superstates at and below a node, outermost first.
    private static func superstates(from node: Node) -> [String] {
        node.substates.isEmpty ? [] : [node.path] + node.substates.flatMap(superstates)
    }
}

extension StateGraph.Cell {
    /// Whether the system leaves the state, if only to enter it again.
    func isTransition(from state: Int) -> Bool { target != state || outcome == "transitioned" }
}
