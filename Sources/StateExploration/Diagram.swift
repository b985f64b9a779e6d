/// What all drawings of a graph have in common: its states as a tree, and its transitions as arrows.
///
/// A request that leads from every state inside a superstate to the same place outside it is one arrow, from the
/// superstate: that is how statecharts say it (Harel, *Statecharts: A Visual Formalism for Complex Systems*, 1987).
struct Diagram {
    /// A state or a superstate.
    struct Node {
        let path: String
        /// The system can be in it; a superstate need not be a state of its own.
        var isState = false
        var substates: [Node] = []

        var name: Substring { path[(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)...] }
    }

    struct Arrow {
        let source: String
        let target: String
        var labels: [String]
    }

    let initial: String
    private(set) var roots: [Node] = []
    private(set) var arrows: [Arrow] = []

    init<Request>(_ graph: StateGraph<Request>) {
        initial = graph.states[0]
        for state in graph.states { Diagram.insert(state, into: &roots) }

        let superstates = roots.flatMap(Diagram.superstates)
        let inside = superstates.map { superstate in
            Set(graph.states.indices.filter { Diagram.lies(graph.states[$0], in: superstate) })
        }
        for (index, request) in graph.requests.enumerated() {
            var sources: [Int: Set<Int>] = [:]
            for (state, row) in graph.cells.enumerated() where row[index].isTransition(from: state) {
                sources[row[index].target, default: []].insert(state)
            }
            for (target, var states) in sources.sorted(by: { $0.key < $1.key }) {
                for (superstate, inside) in zip(superstates, inside)
                where inside.count > 1 && inside.isSubset(of: states) && !inside.contains(target) {
                    states.subtract(inside)
                    add(from: superstate, to: graph.states[target], "\(request)")
                }
                for state in states.sorted() { add(from: graph.states[state], to: graph.states[target], "\(request)") }
            }
        }
    }

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
        if name == rest {
            nodes[index].isState = true
        } else {
            insert(state, into: &nodes[index].substates, below: path + "/")
        }
    }

    /// The paths of all superstates at and below a node, outermost first.
    private static func superstates(from node: Node) -> [String] {
        node.substates.isEmpty ? [] : [node.path] + node.substates.flatMap(superstates)
    }

    private static func lies(_ state: String, in superstate: String) -> Bool {
        state == superstate || state.hasPrefix(superstate + "/")
    }
}

extension StateGraph.Cell {
    /// Whether the system leaves the state, if only to enter it again.
    func isTransition(from state: Int) -> Bool { target != state || outcome == "transitioned" }
}
