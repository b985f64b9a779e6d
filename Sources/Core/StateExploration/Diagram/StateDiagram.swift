import StatePattern

/// A drawing of a graph, independent of a format, with states as a tree and transitions as arrows.
///
/// ``StateGraph/diagram(showsEffects:showsAllRequests:)`` draws every state; ``StateGraph/merged(by:)`` draws several
/// states as one.
///
/// A request that leads from every state of a superstate to the same state outside is drawn as one arrow from the
/// superstate, as in statecharts (Harel, *Statecharts: A Visual Formalism for Complex Systems*, 1987).
public struct StateDiagram: Sendable {
    /// A state, or a superstate with its substates.
    package struct Node: Sendable {
        /// The node's unique path: the names of its superstates and its own name, separated by slashes.
        ///
        /// In a name, a slash is `~1`, as in a JSON pointer, and a tilde is `~0`. The name of a region begins with
        /// `~2`.
        package let path: String
        /// The name of the state or region, without its superstates and details.
        package let name: String
        /// The deferred requests and the data of the state.
        package let details: String
        /// The name and the details, with the mark of a change in front.
        package var text: String { (change?.sign ?? "") + (details.isEmpty ? name : "\(name), \(details)") }
        /// The change of the state in a difference of two versions.
        package internal(set) var change: Change?
        /// True if the node is a region of its parent.
        package let isRegion: Bool
        /// The children of the node, which may be regions; empty for a state without regions.
        package internal(set) var substates: [Node] = []
        /// False for a state in which no request was made; always true for a superstate.
        package internal(set) var isExplored = true

        /// The paths of the node and of all nodes in it.
        var paths: [String] { [path] + substates.flatMap(\.paths) }
        /// The paths of the innermost nodes in this node.
        var leaves: [String] { substates.isEmpty ? [path] : substates.flatMap(\.leaves) }
        /// True if the node is a state with regions.
        package var isOrthogonal: Bool { substates.first?.isRegion == true }
        /// True for a leaf, with or without regions; false for a superstate.
        var isState: Bool { substates.isEmpty || isOrthogonal }
    }

    /// The requests that lead from one node to another.
    package struct Arrow: Sendable {
        /// The path of the source: a state or a superstate.
        package let source: String
        /// The path of the target.
        package let target: String
        /// The requests, each with its effects.
        package internal(set) var labels: [Label]
    }

    /// A request of an arrow, with the effects between the exits and the entries.
    package struct Label: Hashable, Sendable {
        package let request: String
        /// The condition on merged data and on the states of other regions, such as `2 failures, Lamp in Lit`; empty
        /// without a condition.
        package var condition = ""
        /// The states in which the target's regions begin; empty if these are the initial states.
        package var regions = ""
        package let effects: [String]
        var change: Change?
        /// The condition in brackets and `regions` in parentheses; empty without either.
        var remark: String {
            [condition.isEmpty ? "" : "[\(condition)]", regions.isEmpty ? "" : "(\(regions))"]
                .filter { !$0.isEmpty }.joined(separator: " ")
        }
        /// The request, with the mark of its change in front, such as `+`.
        var markedRequest: String { (change?.sign ?? "") + request }
        /// The request in UML's notation: `request [condition]`.
        package var head: String { remark.isEmpty ? markedRequest : "\(markedRequest) \(remark)" }
        /// The label in UML's notation: `request [condition] / effect, effect`.
        package var text: String { StateDiagram.text(of: head, effects) }
    }

    /// A mark: the difference of a request or a state between two versions, or a request's lack of tests. Its raw value
    /// is a class name in pictures.
    package enum Change: String, Sendable {
        case added, gone, changed, untaken
        /// The mark in front of a name.
        var sign: String { String(legend.prefix(2)) }
        /// The mark and its meaning, for the legend of a picture.
        var legend: String {
            switch self {
            case .added: "+ new"
            case .gone: "− gone"
            case .changed: "± changed"
            case .untaken: "○ not taken by a test"
            }
        }
    }

    static func text(of request: String, _ effects: [String]) -> String {
        effects.isEmpty ? request : "\(request.isEmpty ? "" : request + " ")/ \(effects.joined(separator: ", "))"
    }

    /// The outermost states and superstates.
    package internal(set) var roots: [Node] = []
    /// All arrows, in the order of their first requests.
    package internal(set) var arrows: [Arrow] = []
    /// The internal actions of each node, keyed by its path: `entry / …`, `exit / …`, and requests that change no
    /// state.
    package internal(set) var actions: [String: [String]] = [:]
    /// The handled requests of each state, keyed by the state's nodes; and all requests of the graph.
    private var handled: [[String]: Set<String>] = [:]
    private var requests: [String] = []
    /// The effects of the start before the entry of the initial state.
    package internal(set) var startEffects: [String] = []
    /// The path of the initial state.
    package let initial: String

    /// The path of the node in which each region begins, keyed by the path of the region.
    package let initialNodes: [String: String]

    /// The paths of each state's nodes, keyed by the state's label; then keyed by its text and its merged name.
    private var paths: [StateLabel: [String]] = [:]
    private var pathsOfTexts: [String: [String]] = [:]
    /// The path of each state and superstate, keyed by its label without details; then keyed by its text.
    ///
    /// A state that is also a superstate has the superstate's path.
    private var elements: [StateLabel: String] = [:]
    private var elementsOfTexts: [String: String] = [:]
    /// The readable text of each node: its superstates' names and its own, keyed by the node's path.
    private(set) var texts: [String: String] = [:]
    private let projection: Projection
    private var moves: [Move] = []

    /// One state or region on the path to a node.
    struct Component: Hashable {
        var name: String
        var details = ""
        var isRegion = false
        var pathText: String {
            (isRegion ? "~2" : "") + text.replacing("~", with: "~0").replacing("/", with: "~1")
        }
        var text: String { details.isEmpty ? name : "\(name), \(details)" }
        /// The text for a list with commas, with the details in parentheses.
        var textInList: String { details.isEmpty ? name : "\(name) (\(details))" }
    }

    /// Draws a graph, with one node for all states that `merge` gives the same name.
    init<Request>(
        _ graph: StateGraph<Request>, showsEffects: Bool, showsAllRequests: Bool = false,
        merging merge: (_ state: Int) -> StateLabel,
        change: (_ state: Int, _ request: Int) -> Change? = { _, _ in nil }
    ) {
        // A node stands for one or more states, and is drawn at the position of the first one.
        var numbering = LabelNumbering()
        let nodes = graph.states.indices.map { numbering.number(of: merge($0)) }
        let names = numbering.labels
        let explored = Set(nodes.indices.filter { graph.isExplored[$0] }.map { nodes[$0] })
        var steps = [
            Projection.Step(
                request: nil, source: nodes[0], target: nodes[0], kind: .transition,
                effects: showsEffects ? graph.startTrace : [])
        ]
        for (index, request) in graph.requests.enumerated() {
            for (state, row) in graph.cells.enumerated() where graph.isExplored[state] {
                let (cell, source, target) = (row[index], nodes[state], nodes[row[index].target])
                let leads = target != source || cell.outcome == .transitioned
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
                        data: graph.places[state].parts(without: names[source]), change: change(state, index)))
            }
        }
        self.init(names, initial: nodes[0], explored: explored, hasHooks: graph.hasHooks, steps)
        requests = graph.requests.map { "\($0)" }
        for (state, node) in nodes.enumerated() {
            let path = paths[names[node]]
            if let path, graph.isExplored[state] {
                let cells = zip(graph.requests, graph.cells[state]).filter { $1.outcome != nil && !$1.isRefused }
                handled[path, default: []].formUnion(cells.map { "\($0.0)" })
            }
            pathsOfTexts[graph.states[state]] = path
            paths[graph.labels[state]] = path
            // Nodes are also found by labels without data, because a running machine's labels have no data.
            if names[node].details.isEmpty { paths[graph.labels[state].withoutDetails] = path }
            for (label, drawn) in zip(graph.labels[state].ancestry, names[node].ancestry) {
                elements[label] = elements[drawn]
            }
        }
    }

    /// An observed transition of a running machine, or of one of its regions.
    package struct SeenTransition {
        let request: String
        let source: StateLabel
        let target: StateLabel
        let isOfRegion: Bool

        package init(request: String, source: StateLabel, target: StateLabel, isOfRegion: Bool = false) {
            (self.request, self.source, self.target, self.isOfRegion) = (request, source, target, isOfRegion)
        }
    }

    /// Draws the observed transitions of a running machine.
    ///
    /// - Parameters:
    ///   - initial: The first state.
    ///   - transitions: All observed transitions. Source and target are leaves, with their regions.
    package init(from initial: StateLabel, seeing transitions: [SeenTransition]) {
        var numbering = LabelNumbering()
        let first = numbering.number(of: initial)
        let steps = transitions.map { transition in
            let (source, target) = (numbering.number(of: transition.source), numbering.number(of: transition.target))
            return Projection.Step(
                request: transition.request, source: source, target: target,
                kind: transition.isOfRegion ? .transitionOfRegion : .transition, effects: [])
        }
        let names = numbering.labels
        let drawn = StateLabel.distinct(names)
        self.init(drawn, initial: first, explored: Set(names.indices), hasHooks: false, steps)
        for (name, drawn) in zip(names, drawn) { paths[name] = paths[drawn] }
    }

    init(
        _ names: [StateLabel], initial: Int, explored: Set<Int>, marks: [Int: Change] = [:], hasHooks: Bool,
        _ steps: [Projection.Step]
    ) {
        projection = Projection(names)
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
        let nodeMarks = Dictionary(marks.map { (projection.states[$0].node, $1) }) { first, _ in first }
        for (index, components) in projection.nodes.enumerated() {
            let isExplored = exploredNodes.contains(index)
            StateDiagram.insert(components[...], isExplored: isExplored, nodeMarks[index], into: &roots)
        }
        var steps = steps
        let exits = projection.takeExits(from: &steps)
        moves = Projection.unmarkingMoves(ofBothVersionsIn: projection.moves(steps))
        add(moves, exits, hasHooks: hasHooks, between: projection)
    }

    /// The paths of the nodes of a state, which is given by its text or its merged name. A state with regions has a
    /// node for each region.
    package func nodes(of state: String?) -> [String] { state.flatMap { pathsOfTexts[$0] } ?? [] }

    /// The paths of the nodes of a state; empty if the state is not drawn.
    package func nodes(of state: StateLabel) -> [String] { paths[state] ?? pathsOfTexts[state.description] ?? [] }

    /// The ends of the arrows that a request takes from one state to another, with the arrows' conditions.
    ///
    /// `isLeft` is true if the machine leaves its state, even if it then enters the state again.
    func ends(
        of request: String, from state: String, to other: String, isLeft: Bool
    ) -> [(source: String, target: String, condition: String)] {
        func number(_ state: String) -> Int? {
            let nodes = nodes(of: state)
            return projection.states.firstIndex { $0.leaves.map(projection.path) == nodes }
        }
        guard let source = number(state), let target = number(other), source != target || isLeft else { return [] }
        let kind = isLeft ? Projection.Step.Kind.transition : .transitionOfRegion
        let step = Projection.Step(request: request, source: source, target: target, kind: kind, effects: [])
        let targets = projection.changes(in: step).values.compactMap { change in
            if case .move(let end, _, _) = change { end } else { nil }
        }
        let active = Set(projection.states[source].all.map(\.node))
        return moves.filter { move in
            move.request == request && active.contains(move.source) && targets.contains(move.target)
                && move.condition.allSatisfy { !active.isDisjoint(with: $0.nodes) }
        }.map { (projection.path($0.source), projection.path($0.target), projection.condition(of: $0)) }
    }

    /// The path of a state or superstate without details; `nil` if the diagram does not have it.
    func element(of state: StateLabel) -> String? { elements[state] ?? elementsOfTexts[state.description] }

    /// All drawn states, each with the paths of its nodes.
    package var states: [StateLabel: [String]] { paths }

    /// Returns true if a state handles a request; `nil` if the diagram has no such request, or no requests in the
    /// state.
    package func handles(_ request: String, in state: StateLabel) -> Bool? {
        let meant = RequestName(request).indices(in: requests)
        guard !meant.isEmpty, let handled = handled[nodes(of: state)] else { return nil }
        return meant.contains { handled.contains(requests[$0]) }
    }

    static func path(_ components: some Sequence<Component>) -> String {
        components.map(\.pathText).joined(separator: "/")
    }

    /// A readable text of a path, without the regions that have no name.
    static func text(of components: some Sequence<Component>) -> String {
        components.filter { !$0.isRegion || !$0.name.isEmpty }.map(\.text).joined(separator: "/")
    }
}
