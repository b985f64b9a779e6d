import StatePattern

/// A drawing of a graph in no particular format: its states as a tree, and its transitions as arrows.
///
/// ``StateGraph/diagram(showsEffects:showsAllRequests:)`` draws every state, ``StateGraph/merged(by:)`` puts several into one.
///
/// A request that leads from every state inside a superstate to the same place outside it is one arrow, from the
/// superstate: that is how statecharts say it (Harel, *Statecharts: A Visual Formalism for Complex Systems*, 1987).
public struct StateDiagram: Sendable {
    /// A state, or a superstate with the states that lie in it.
    package struct Node: Sendable {
        /// The names of the superstates and the node's own, with slashes in between; it identifies the node.
        ///
        /// A slash in a name is `~1` here, as in a JSON pointer, and a tilde is `~0`. The name of a region begins with `~2`.
        package let path: String
        /// The node's own name.
        package let name: String
        /// The deferred requests and the data of its state.
        package let details: String
        /// The name and the details.
        package var text: String { details.isEmpty ? name : "\(name), \(details)" }
        /// True if it is a region of the state that it lies in.
        package let isRegion: Bool
        /// The nodes that lie in this one, which may be regions; none if it is a state.
        package internal(set) var substates: [Node] = []
        /// True if requests were made in the state; of a superstate, it is true.
        package internal(set) var isExplored = true

        /// The paths of the node and of all that lies in it.
        var paths: [String] { [path] + substates.flatMap(\.paths) }
        /// The paths of the states among them.
        var leaves: [String] { substates.isEmpty ? [path] : substates.flatMap(\.leaves) }
        /// True if it consists of regions.
        package var isOrthogonal: Bool { substates.first?.isRegion == true }
        /// True if it is a state, with regions or without.
        var isState: Bool { substates.isEmpty || isOrthogonal }
    }

    /// The requests that lead from one node to another.
    package struct Arrow: Sendable {
        /// The path of the node, a state or a superstate, that the requests lead out of.
        package let source: String
        /// The path of the state that they lead to.
        package let target: String
        /// The requests, each with its effects.
        package internal(set) var labels: [Label]
    }

    /// A request, with what happens between the exits and the entries.
    package struct Label: Hashable, Sendable {
        package let request: String
        /// The states of other regions in which it is made, if it depends on them: `Lamp in Lit`.
        package var condition = ""
        /// The states in which the regions of the target begin, if they are not the initial ones.
        package var regions = ""
        package let effects: [String]
        var change: Change?
        /// The condition in brackets, and where regions begin.
        var remark: String {
            [condition.isEmpty ? "" : "[\(condition)]", regions.isEmpty ? "" : "(\(regions))"]
                .filter { !$0.isEmpty }.joined(separator: " ")
        }
        /// The request, with the mark of its change before it.
        var markedRequest: String { change.map { "\($0.mark) \(request)" } ?? request }
        /// The request as UML writes it: `request [condition]`.
        package var head: String { remark.isEmpty ? markedRequest : "\(markedRequest) \(remark)" }
        /// The label as UML writes it: `request [condition] / effect, effect`.
        package var text: String { StateDiagram.text(of: head, effects) }
    }

    /// A change of a request from one version of a machine to the next, or its absence in tests; the name of its class in a picture.
    enum Change: String {
        case added, gone, untaken
        fileprivate var mark: String {
            switch self {
            case .added: "+"
            case .gone: "−"
            case .untaken: "○"
            }
        }
    }

    static func text(of request: String, _ effects: [String]) -> String {
        effects.isEmpty ? request : "\(request.isEmpty ? "" : request + " ")/ \(effects.joined(separator: ", "))"
    }

    /// The outermost nodes.
    package internal(set) var roots: [Node] = []
    /// All arrows, in the order of their first requests.
    package internal(set) var arrows: [Arrow] = []
    /// For each path of a node, what it does inside: `entry / …`, `exit / …`, and requests that change no state.
    package internal(set) var actions: [String: [String]] = [:]
    /// For each state, by its nodes, the requests that it handles, and all that there are.
    private var handled: [[String]: Set<String>] = [:]
    private var requests: Set<String> = []
    /// The effects of the start, before those of entries.
    package internal(set) var startEffects: [String] = []
    /// The path of the initial state.
    package let initial: String

    /// The path of the node in which each region begins, by the path of the region.
    package let initialNodes: [String: String]

    /// The paths of the nodes that a state is drawn as, by the state, by its text, and by its merged name.
    private var paths: [StateLabel: [String]] = [:]
    private var pathsOfTexts: [String: [String]] = [:]
    /// The path of each state and superstate, by itself without details and by its text; a state that others lie in is
    /// the superstate here.
    private var elements: [StateLabel: String] = [:]
    private var elementsOfTexts: [String: String] = [:]
    /// The names of a node's superstates and its own, by its path, as they are read.
    private(set) var texts: [String: String] = [:]
    /// The leaf to draw an arrow of a superstate from, by the path of the superstate.
    var firstLeaves: [String: String] = [:]

    /// A part of a node's path.
    struct Component: Hashable {
        var name: String
        var details = ""
        var isRegion = false
        var pathText: String {
            (isRegion ? "~2" : "") + text.replacing("~", with: "~0").replacing("/", with: "~1")
        }
        var text: String { details.isEmpty ? name : "\(name), \(details)" }
        /// The text between others, with commas in between.
        var textInList: String { details.isEmpty ? name : "\(name) (\(details))" }
    }

    /// Draws a graph, with one node for all states that `merge` gives the same name.
    init<Request>(
        _ graph: StateGraph<Request>, showsEffects: Bool, showsAllRequests: Bool = false,
        merging merge: (_ state: Int) -> StateLabel,
        change: (_ state: Int, _ request: Int) -> Change? = { _, _ in nil }
    ) {
        // A node stands for one or more states; it is drawn in the place of the first.
        var names: [StateLabel] = []
        var indices: [StateLabel: Int] = [:]
        let nodes = graph.states.indices.map { state in
            let name = merge(state)
            if let index = indices[name] { return index }
            indices[name] = names.count
            names.append(name)
            return names.count - 1
        }
        let explored = Set(nodes.indices.filter { graph.isExplored[$0] }.map { nodes[$0] })
        var steps = [
            Projection.Step(
                request: nil, source: nodes[0], target: nodes[0], kind: .transition,
                effects: showsEffects ? graph.startTrace : [])
        ]
        for (index, request) in graph.requests.enumerated() {
            for (state, row) in graph.cells.enumerated() where graph.isExplored[state] {
                let (cell, source, target) = (row[index], nodes[state], nodes[row[index].target])
                let isChangeOfDataOnly = target == source && cell.target != state
                let leads = isChangeOfDataOnly ? cell.outcome == .transitioned : cell.isTransition(from: state)
                var effects = showsEffects ? cell.trace : []
                var isDrawn = !effects.isEmpty && !cell.isRefused
                if showsAllRequests, !leads, let outcome = cell.outcome, outcome != .unhandled {
                    isDrawn = true
                    if outcome == .refused || outcome == .deferred { effects = ["\(outcome)"] }
                }
                steps.append(
                    Projection.Step(
                        request: "\(request)", source: source, target: target,
                        kind: .init(leads: leads, isDrawn: isDrawn, cell.outcome), effects: effects,
                        change: change(state, index)))
            }
        }
        self.init(names, initial: nodes[0], explored: explored, steps)
        requests = Set(graph.requests.map { "\($0)" })
        for (state, node) in nodes.enumerated() {
            let path = paths[names[node]]
            if let path, graph.isExplored[state] {
                let cells = zip(graph.requests, graph.cells[state]).filter { $1.outcome != nil && !$1.isRefused }
                handled[path, default: []].formUnion(cells.map { "\($0.0)" })
            }
            pathsOfTexts[graph.states[state]] = path
            paths[graph.labels[state]] = path
            // A running machine does not say its data.
            if names[node].details.isEmpty { paths[graph.labels[state].withoutDetails] = path }
            for (label, drawn) in zip(graph.labels[state].ancestry, names[node].ancestry) {
                elements[label] = elements[drawn]
            }
        }
    }

    /// A transition of a machine at work, or of one of its regions.
    package struct SeenTransition {
        let request: String
        let source: StateLabel
        let target: StateLabel
        let isOfRegion: Bool

        package init(request: String, source: StateLabel, target: StateLabel, isOfRegion: Bool = false) {
            (self.request, self.source, self.target, self.isOfRegion) = (request, source, target, isOfRegion)
        }
    }

    /// Draws what was seen of a machine at work.
    ///
    /// - Parameters:
    ///   - initial: The first state.
    ///   - transitions: All transitions, each with both leaves and their regions.
    package init(from initial: StateLabel, seeing transitions: [SeenTransition]) {
        var names: [StateLabel] = []
        var indices: [StateLabel: Int] = [:]
        func index(of state: StateLabel) -> Int {
            if let index = indices[state] { return index }
            indices[state] = names.count
            names.append(state)
            return names.count - 1
        }
        let first = index(of: initial)
        let steps = transitions.map { transition in
            Projection.Step(
                request: transition.request, source: index(of: transition.source), target: index(of: transition.target),
                kind: transition.isOfRegion ? .transitionOfRegion : .transition, effects: [])
        }
        let drawn = StateLabel.distinct(names)
        self.init(drawn, initial: first, explored: Set(names.indices), steps)
        for (name, drawn) in zip(names, drawn) { paths[name] = paths[drawn] }
    }

    init(_ names: [StateLabel], initial: Int, explored: Set<Int>, _ steps: [Projection.Step]) {
        let projection = Projection(names)
        let nodePaths = projection.nodes.map(StateDiagram.path)
        for (name, state) in zip(names, projection.states) {
            for (around, components) in zip(name.ancestry, projection.chain(of: name)) {
                elements[around] = StateDiagram.path(components)
                elementsOfTexts[around.path] = StateDiagram.path(components)
            }
            paths[name] = state.leaves.map { nodePaths[$0] }
            pathsOfTexts[name.description] = paths[name]
        }
        for components in projection.nodes {
            for depth in components.indices {
                let components = components[...depth]
                texts[StateDiagram.path(Array(components))] = StateDiagram.text(of: components)
            }
        }
        self.initial = nodePaths[projection.states[initial].node]
        initialNodes = projection.initialNodes.mapValues { nodePaths[$0] }
        let exploredNodes = Set(explored.flatMap { projection.states[$0].all.map(\.node) })
        for (index, components) in projection.nodes.enumerated() {
            StateDiagram.insert(components[...], isExplored: exploredNodes.contains(index), into: &roots)
        }
        var steps = steps
        let exits = projection.takeExits(from: &steps)
        add(projection.moves(steps), exits, between: projection)
    }

    /// The nodes that a state is drawn as, by the text of the state or by its merged name: one, or one for each region.
    package func nodes(of state: String?) -> [String] { state.flatMap { pathsOfTexts[$0] } ?? [] }

    /// The nodes that a state is drawn as; none if it is not drawn.
    package func nodes(of state: StateLabel) -> [String] { paths[state] ?? pathsOfTexts[state.description] ?? [] }

    /// The node of a state or superstate, known by itself without details; `nil` if there is none.
    func element(of state: StateLabel) -> String? { elements[state] ?? elementsOfTexts[state.description] }

    /// All states that are drawn, each with its nodes.
    package var states: [StateLabel: [String]] { paths }

    /// Returns whether a state handles a request; `nil` if the diagram does not have it, or does not know.
    package func handles(_ request: String, in state: StateLabel) -> Bool? {
        guard requests.contains(request), let handled = handled[nodes(of: state)] else { return nil }
        return handled.contains(request)
    }

    static func path(_ components: some Sequence<Component>) -> String {
        components.map(\.pathText).joined(separator: "/")
    }

    /// A path as it is read.
    static func text(of components: some Sequence<Component>) -> String {
        components.filter { !$0.isRegion || !$0.name.isEmpty }.map(\.text).joined(separator: "/")
    }
}
