import StatePattern

/// The changes between the graphs of two versions of a machine. States and requests are matched by name.
public struct GraphDifference: Hashable, Sendable {
    /// A part of a graph: the start with its trace, a request, a state, or a cell.
    enum Subject: Hashable, Sendable {
        case start, request(String), state(String), cell(state: String, request: String)
    }

    /// A part that is new, gone or changed.
    struct Change: Hashable, Sendable {
        /// The part that has changed.
        let subject: Subject
        /// The old version's response, such as `transitioned, Locked [beep]`; `nil` if the part is new.
        ///
        /// For a state, the text says if the state was explored. For a request, it is empty.
        let old: String?
        /// The new version's response, in the form of `old`; `nil` if the part is gone.
        let new: String?
        /// The shortest sequence of requests that leads to the state: in the new version or, if the state is gone, in
        /// the old version.
        ///
        /// It is `nil` if no requests lead to the state, and empty for a request and for the start.
        let path: [String]?
        /// The part that changes of one row have in common.
        ///
        /// It is `nil` for a cell of a new or gone state, if the other version responds in the same way in that path.
        let shape: [String?]?
    }

    /// The changes: of the start, of requests, and of each state with its cells.
    ///
    /// For a state or request that is new or gone, cells are left out in which a request is refused without
    /// consequences.
    private(set) var changes: [Change] = []

    /// True if the two versions behave the same.
    public var isEmpty: Bool { changes.isEmpty }

    let old: SavedGraph
    let new: SavedGraph
    private let hasHooks: Bool

    /// Graphs that were read do not tell if their machines can have hooks: `hasHooks` is of the new graph, if it is known.
    init(from old: SavedGraph, to new: SavedGraph, hasHooks: Bool = false) {
        (self.old, self.new, self.hasHooks) = (old, new, hasHooks)
        let (oldTree, newTree) = (old.search(), new.search())
        lazy var oldShapes = old.shapes
        lazy var newShapes = new.shapes
        func note(
            _ subject: Subject, _ old: String?, _ new: String?, _ path: [String]? = [], shape: [String?]? = nil
        ) {
            changes.append(Change(subject: subject, old: old, new: new, path: path, shape: shape))
        }
        if old.initial != new.initial || old.startTrace != new.startTrace {
            note(.start, old.start, new.start, shape: ["the start"])
        }
        for (name, old, new) in requests where old == nil || new == nil {
            note(.request(name), old.map { _ in "" }, new.map { _ in "" }, shape: ["request", name])
        }
        for (name, old, new) in states {
            let (tree, place) = (new == nil ? oldTree : newTree, StateLabel(name).path)
            func path() -> [String]? { tree.index(of: StateLabel(name)).map(tree.path) }
            /// True if a new or gone state has this in common with a state of the other version.
            func isShared(_ shape: [String]) -> Bool {
                old == nil ? oldShapes.contains(shape) : new == nil && newShapes.contains(shape)
            }
            if old?.isExplored != new?.isExplored {
                note(.state(name), old?.extent, new?.extent, path(), shape: isShared([place]) ? [] : [place])
            }
            for request in requests {
                let (before, after) = (old?.cell(request.old), new?.cell(request.new))
                guard before != after, let cell = after ?? before else { continue }
                let isIdle = cell.isRefused && cell.target == name && cell.trace.isEmpty
                if isIdle && (before == nil || after == nil) { continue }
                let shape = [before, after].map { $0?.shape(in: place) }
                note(
                    .cell(state: name, request: request.name), before?.response, after?.response, path(),
                    shape: isShared([place, request.name, cell.shape(in: place)]) ? nil : [request.name] + shape)
            }
        }
    }

    private typealias Pairs<Part> = [(name: String, old: Part?, new: Part?)]
    /// The states, each in both versions; `nil` for a version without the state. States that are gone come last.
    private var states: Pairs<SavedGraph.State> { GraphDifference.pairs(old.states, new.states, \.name) }
    /// The requests with their indices in both versions; `nil` for a version without the request.
    private var requests: Pairs<Int> {
        let (old, new) = (old.requests.enumerated(), new.requests.enumerated())
        return GraphDifference.pairs(Array(old), Array(new), \.element).map { ($0, $1?.offset, $2?.offset) }
    }

    private static func pairs<Part>(_ old: [Part], _ new: [Part], _ name: (Part) -> String) -> Pairs<Part> {
        let parts = Dictionary(uniqueKeysWithValues: old.map { (name($0), $0) })
        let kept = Set(new.map(name))
        return new.map { (name($0), parts[name($0)], $0) }
            + old.filter { !kept.contains(name($0)) }.map { (name($0), $0, nil) }
    }

    /// Both versions as one diagram with every state. What is new has a `+`, what is gone a `−`, and a state with a
    /// changed response a `±`.
    ///
    /// For a changed response, the old arrow is drawn as gone and the new arrow as new. A state with regions is drawn
    /// as one state, with the regions in its text.
    public func diagram() -> StateDiagram { diagram { StateLabel($0.name) } }

    /// Both versions as one diagram with one state for each path: see ``StateGraph/merged(showsEffects:showsAllRequests:)``.
    ///
    /// Use it if data multiplies the states. States with regions are not merged.
    public func merged() -> StateDiagram {
        diagram { $0.regions == nil ? StateLabel($0.name).withoutDetails : StateLabel($0.name) }
    }

    private func diagram(merging merge: (SavedGraph.State) -> StateLabel) -> StateDiagram {
        var numbering = LabelNumbering()
        let states = states.map { name, old, new in
            (name: name, old: old, new: new, node: numbering.number(of: merge((new ?? old)!)))
        }
        let names = numbering.labels
        let nodes = Dictionary(uniqueKeysWithValues: states.map { ($0.name, $0.node) })
        let initial = nodes[new.initial] ?? 0
        var steps = [
            Projection.Step(
                request: nil, source: initial, target: initial, kind: .transition, effects: new.startTrace)
        ]
        for request in requests {
            for (name, old, new, source) in states {
                let (before, after) = (old?.cell(request.old), new?.cell(request.new))
                for (cell, change) in [(before, StateDiagram.Change.gone), (after, .added)] {
                    guard let cell else { continue }
                    let target = nodes[cell.target] ?? source
                    let leads = target != source || cell.outcome == .transitioned
                    var effects = cell.trace
                    if before != after, !leads, cell.outcome == .deferred { effects.append("deferred") }
                    steps.append(
                        Projection.Step(
                            request: request.name, source: source, target: target,
                            kind: .init(
                                leads: leads, isDrawn: !cell.isRefused && (before != after || !effects.isEmpty),
                                cell.outcome),
                            effects: effects, data: StateLabel(name).parts(without: names[source]), change: change))
                }
            }
        }
        var marks: [Int: StateDiagram.Change] = [:]
        for (node, states) in Dictionary(grouping: states, by: \.node) {
            if states.allSatisfy({ $0.old == nil }) { marks[node] = .added }
            if states.allSatisfy({ $0.new == nil }) { marks[node] = .gone }
        }
        for change in changes where change.old != nil && change.new != nil {
            let node = nodes[change.state ?? new.initial] ?? initial
            marks[node] = marks[node] ?? .changed
        }
        let explored = states.filter { ($0.new ?? $0.old)?.isExplored == true }.map(\.node)
        return StateDiagram(
            names, initial: initial, explored: Set(explored), marks: marks, hasHooks: hasHooks, steps)
    }
}

extension StateGraph {
    /// Returns the changes from an older version to this graph.
    ///
    /// - Complexity: O(*cells*), and the lengths of the paths.
    public func difference(from old: SavedGraph) -> GraphDifference {
        GraphDifference(from: old, to: SavedGraph(self), hasHooks: hasHooks)
    }
}
