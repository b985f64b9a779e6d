/// The nodes of a diagram: one for each state, and one for each state of each region.
struct Projection: Sendable {
    typealias Component = StateDiagram.Component

    /// The current node of a machine or of a region, with the node's regions.
    struct Part: Hashable, Sendable {
        /// The path of the region; empty for the whole machine.
        let region: String
        let node: Int
        /// The parts of the node's regions. The machine's own substates, if the node has any, come first.
        var parts: [Part] = []
        /// True if the first region contains the machine's own substates.
        var hasOwnPart = false

        /// This part and all parts in it, outer parts first.
        var all: [Part] { [self] + parts.flatMap(\.all) }
        /// The part of the machine's own leaf, outside of named regions.
        var own: Part { hasOwnPart ? parts[0].own : self }
        /// The innermost nodes: the current node of each region that contains no further regions.
        var leaves: [Int] { parts.isEmpty ? [node] : parts.flatMap(\.leaves) }
    }

    /// The path of each node, as components.
    private(set) var nodes: [[Component]] = []
    /// For each state, its outermost part, which contains the parts of its regions.
    private(set) var states: [Part] = []
    /// The numbers of the nodes that have regions.
    private(set) var orthogonal: Set<Int> = []
    /// The node in which each region begins, keyed by the region's path: the node that occurs first.
    private(set) var initialNodes: [String: Int] = [:]
    private var indices: [[Component]: Int] = [:]
    /// The names of all regions that a state has in any label, keyed by the state's components. `nil` stands for the
    /// region of the state's own substates.
    private var regions: [[Component]: [String?]] = [:]
    private var isComplete = false
    /// The names of regions in conditions, by their paths.
    private var regionNames: [String: String] = [:]

    init(_ labels: [StateLabel]) {
        // Repeated until no label adds a region, because each state is drawn with all regions that it has in any label.
        while !isComplete {
            (nodes, states, orthogonal, indices, isComplete) = ([], [], [], [:], true)
            for label in labels { states.append(add(label, below: [], region: "")) }
        }
        for part in states.flatMap(\.all) where initialNodes[part.region] == nil {
            initialNodes[part.region] = part.node
        }
        // A state that is also a superstate gets a second node inside itself, as the source of its own arrows; likewise
        // a state with a region for its substates. A region that does not exist at a time is in a state without a name.
        let superstates = Set(
            nodes.flatMap { components in
                components.indices.filter { !components[$0].isRegion }.map { Array(components[..<$0]) }
            })
        let taken = superstates.union(nodes)
        for index in nodes.indices where superstates.contains(nodes[index]) && !orthogonal.contains(index) {
            var inner = nodes[index].last { !$0.isRegion || !$0.name.isEmpty }!
            if inner.isRegion { inner = Component(name: "–") }
            while taken.contains(nodes[index] + [inner]) { inner.name += "′" }
            nodes[index].append(inner)
        }
        regionNames = namesOfRegions()
    }

    private mutating func add(_ label: StateLabel, below outer: [Component], region: String) -> Part {
        var components = outer
        for (depth, name) in label.names.enumerated() {
            let isLeaf = depth == label.names.count - 1
            components.append(Component(name: name, details: isLeaf ? label.details : ""))
            let seen = label.regions.filter { $0.depth == depth }
            guard var names = regions[components] ?? (seen.isEmpty ? nil : []) else { continue }
            if !isLeaf, names.first != .some(nil) { names.insert(nil, at: 0) }
            for region in seen where !names.contains(region.name) { names.append(region.name) }
            if regions.updateValue(names, forKey: components) != names { isComplete = false }
            var part = Part(region: region, node: node(components), hasOwnPart: names[0] == nil)
            orthogonal.insert(part.node)
            for name in names {
                let inside = components + [Component(name: name.map { $0.isEmpty ? " " : $0 } ?? "", isRegion: true)]
                let path = StateDiagram.path(inside)
                let state = name == nil && !isLeaf ? label.inside(depth) : seen.first { $0.name == name }?.state
                part.parts.append(
                    state.map { add($0, below: inside, region: path) } ?? Part(region: path, node: node(inside)))
            }
            return part
        }
        return Part(region: region, node: node(components))
    }

    private mutating func node(_ components: [Component]) -> Int {
        if let node = indices[components] { return node }
        indices[components] = nodes.count
        nodes.append(components)
        return nodes.count - 1
    }

    func path(_ node: Int) -> String { StateDiagram.path(nodes[node]) }

    /// The components of each of a state's superstates, and of the state itself, outermost first.
    func chain(of label: StateLabel) -> [[Component]] {
        var components: [Component] = []
        return label.names.enumerated().map { depth, name in
            let isLeaf = depth == label.names.count - 1
            components.append(Component(name: name, details: isLeaf ? label.details : ""))
            defer { if regions[components] != nil { components.append(Component(name: "", isRegion: true)) } }
            return components
        }
    }

    /// The text of a move's conditions on merged data and on the states of other regions.
    func condition(of move: StateDiagram.Move) -> String {
        [move.guardText, text(of: move.condition)].filter { !$0.isEmpty }.joined(separator: ", ")
    }

    /// The text of a condition: its regions, each with the names of the states:
    /// `Lamp in Lit or Dim, Heater not in Hot`.
    func text(of conditions: [StateDiagram.Condition]) -> String {
        conditions.map { condition in
            // The shorter of two equivalent lists is written: the condition's states or, after “not in”, the region's
            // other states.
            let isException = 0..<condition.nodes.count ~= condition.otherNodes.count && !condition.otherNodes.isEmpty
            let components = (isException ? condition.otherNodes : condition.nodes).map { nodes[$0] }
            let region = components[0].lastIndex(where: \.isRegion) ?? 0
            let name = regionNames[StateDiagram.path(components[0][...region])] ?? ""
            let names = components.map { $0[(region + 1)...].map(\.textInList).joined(separator: "/") }
            return "\(name)\(isException ? " not" : "") in \(names.joined(separator: " or "))"
        }.joined(separator: ", ")
    }
    /// The shortest names of regions that are unique in their state, keyed by the regions' paths.
    private func namesOfRegions() -> [String: String] {
        let components = nodes.flatMap { node in node.indices.filter { node[$0].isRegion }.map { node[...$0] } }
        let regions = Dictionary(components.map { (StateDiagram.path($0), $0) }) { first, _ in first }
        /// Three names of a region, each after its owner's path: the own name, the names below the owner, and these
        /// with details.
        func names(_ region: ArraySlice<Component>) -> [[String]] {
            let owner = StateDiagram.path(region.prefix { !$0.isRegion })
            let named = region.filter { !$0.isRegion || !$0.name.isEmpty }
            let inner = region.drop { !$0.isRegion }.filter { !$0.isRegion || !$0.name.isEmpty }
            let texts = [named.suffix(1).map(\.name), inner.map(\.name), inner.map(\.textInList)]
            return texts.map { [owner, ($0.isEmpty ? texts[0] : $0).joined(separator: "/")] }
        }
        let all = regions.mapValues(names)
        let counts = (0..<3).map { kind in Dictionary(grouping: all.values) { $0[kind] }.mapValues(\.count) }
        return all.mapValues { names in
            ((0..<3).first { counts[$0][names[$0]] == 1 }.map { names[$0] } ?? names[2])[1]
        }
    }
}

/// Different labels, numbered in the order in which they come.
struct LabelNumbering {
    private(set) var labels: [StateLabel] = []
    private var numbers: [StateLabel: Int] = [:]

    /// The number of a label, a new one if it comes for the first time.
    mutating func number(of label: StateLabel) -> Int {
        if let number = numbers[label] { return number }
        numbers[label] = labels.count
        labels.append(label)
        return labels.count - 1
    }
}
