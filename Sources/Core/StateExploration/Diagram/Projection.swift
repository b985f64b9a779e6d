/// The nodes that states are drawn as: one for each state, and for a state with regions one more for each of their states.
struct Projection {
    typealias Component = StateDiagram.Component

    /// The node that a machine, or a region of a state, is in, and the regions of that node.
    struct Part: Hashable {
        /// The path of the region; empty for the whole machine.
        let region: String
        let node: Int
        /// The regions, the one of the machine's own substates first.
        var parts: [Part] = []
        /// True if the first region is that of the machine's own substates.
        var hasOwnPart = false

        /// This and all that lies in it, the outer ones first.
        var all: [Part] { [self] + parts.flatMap(\.all) }
        /// The innermost node of the machine itself.
        var own: Part { hasOwnPart ? parts[0].own : self }
        /// The nodes that have no regions.
        var leaves: [Int] { parts.isEmpty ? [node] : parts.flatMap(\.leaves) }
    }

    /// The components of each node.
    private(set) var nodes: [[Component]] = []
    /// The node of each state, with those of its regions.
    private(set) var states: [Part] = []
    /// The nodes that have regions.
    private(set) var orthogonal: Set<Int> = []
    /// For each region, the node that it is in when its owner is entered: the first one.
    private(set) var initialNodes: [String: Int] = [:]
    private var indices: [[Component]: Int] = [:]

    init(_ labels: [StateLabel]) {
        for label in labels { states.append(add(label, below: [], region: "")) }
        for part in states.flatMap(\.all) where initialNodes[part.region] == nil {
            initialNodes[part.region] = part.node
        }
        // A state that others lie in is drawn inside itself, for its own arrows to start at.
        let superstates = Set(
            nodes.flatMap { components in
                components.indices.filter { !components[$0].isRegion }.map { Array(components[..<$0]) }
            })
        let taken = superstates.union(nodes)
        for index in nodes.indices where superstates.contains(nodes[index]) && !orthogonal.contains(index) {
            var inner = nodes[index][nodes[index].count - 1]
            while taken.contains(nodes[index] + [inner]) { inner.name += "′" }
            nodes[index].append(inner)
        }
    }

    private mutating func add(_ label: StateLabel, below outer: [Component], region: String) -> Part {
        let depth = label.regions.map(\.depth).min() ?? label.names.count - 1
        var components = outer + label.names[...depth].map { Component(name: $0) }
        let isLeaf = depth == label.names.count - 1
        if isLeaf { components[components.count - 1].details = label.details }
        let node = indices[components] ?? nodes.count
        if node == nodes.count {
            indices[components] = node
            nodes.append(components)
        }
        var part = Part(region: region, node: node, hasOwnPart: !isLeaf)
        guard !label.regions.isEmpty else { return part }
        orthogonal.insert(node)
        let own = isLeaf ? [] : [("", label.inside(depth))]
        for (name, state) in own + label.regions.filter({ $0.depth == depth }).map({ ($0.name, $0.state) }) {
            let inside = components + [Component(name: name, isRegion: true)]
            part.parts.append(add(state, below: inside, region: StateDiagram.path(inside)))
        }
        return part
    }

    /// The components of a state's superstates and of itself.
    static func chain(of label: StateLabel) -> [[Component]] {
        let owners = Set(label.regions.map(\.depth))
        var components: [Component] = []
        return label.names.enumerated().map { depth, name in
            let isLeaf = depth == label.names.count - 1
            components.append(Component(name: name, details: isLeaf ? label.details : ""))
            defer { if owners.contains(depth) { components.append(Component(name: "", isRegion: true)) } }
            return components
        }
    }

    /// The regions of a condition, each with the names of its states: `Lamp in Lit or Dim, Heater not in Hot`.
    func text(of conditions: [StateDiagram.Condition]) -> String {
        conditions.map { condition in
            // The shorter list says the same.
            let isException = 0..<condition.nodes.count ~= condition.otherNodes.count && !condition.otherNodes.isEmpty
            let components = (isException ? condition.otherNodes : condition.nodes).map { nodes[$0] }
            let region = components[0].lastIndex(where: \.isRegion) ?? 0
            let name = components[0][components[0][region].name.isEmpty ? region - 1 : region].name
            let names = components.map { $0[(region + 1)...].map(\.text).joined(separator: "/") }
            return "\(name)\(isException ? " not" : "") in \(names.joined(separator: " or "))"
        }.joined(separator: ", ")
    }
}
