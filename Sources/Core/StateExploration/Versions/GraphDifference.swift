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
    }

    /// The changes: of the start, of requests, and of each state with its cells.
    ///
    /// For a state or request that is new or gone, cells are left out in which a request is refused without
    /// consequences.
    private(set) var changes: [Change] = []

    /// True if the two versions behave the same.
    public var isEmpty: Bool { changes.isEmpty }

    private let old: SavedGraph
    let new: SavedGraph
    private let hasHooks: Bool

    /// Graphs that were read do not tell if their machines can have hooks: `hasHooks` is of the new graph, if it is known.
    init(from old: SavedGraph, to new: SavedGraph, hasHooks: Bool = false) {
        (self.old, self.new, self.hasHooks) = (old, new, hasHooks)
        let (oldTree, newTree) = (old.search(), new.search())
        func note(_ subject: Subject, _ old: String?, _ new: String?, _ path: [String]? = []) {
            changes.append(Change(subject: subject, old: old, new: new, path: path))
        }
        if old.initial != new.initial || old.startTrace != new.startTrace { note(.start, old.start, new.start) }
        for (name, old, new) in requests where old == nil || new == nil {
            note(.request(name), old.map { _ in "" }, new.map { _ in "" })
        }
        for (name, old, new) in states {
            let tree = new == nil ? oldTree : newTree
            func path() -> [String]? { tree.index(of: StateLabel(name)).map(tree.path) }
            if old?.isExplored != new?.isExplored { note(.state(name), old?.extent, new?.extent, path()) }
            for request in requests {
                let (before, after) = (old?.cell(request.old), new?.cell(request.new))
                guard before != after, let cell = after ?? before else { continue }
                let isIdle = cell.isRefused && cell.target == name && cell.trace.isEmpty
                if isIdle && (before == nil || after == nil) { continue }
                note(.cell(state: name, request: request.name), before?.response, after?.response, path())
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

    /// Both versions as one diagram. A new request is marked with `+`, and a request that is gone with `−`.
    ///
    /// For a changed response, the old arrow is drawn as gone and the new arrow as new. A state with regions is drawn
    /// as one state, with the regions in its text.
    public func diagram() -> StateDiagram {
        let states = states
        let numbers = Dictionary(uniqueKeysWithValues: states.enumerated().map { ($1.name, $0) })
        let initial = numbers[new.initial] ?? 0
        var steps = [
            Projection.Step(
                request: nil, source: initial, target: initial, kind: .transition, effects: new.startTrace)
        ]
        for request in requests {
            func add(_ cell: SavedGraph.Cell, _ change: StateDiagram.Change?, _ source: Int) {
                let target = numbers[cell.target] ?? source
                let isDrawn = !cell.isRefused && (change != nil || !cell.trace.isEmpty)
                let leads = target != source || cell.outcome == .transitioned
                steps.append(
                    Projection.Step(
                        request: request.name, source: source, target: target,
                        kind: .init(leads: leads, isDrawn: isDrawn, cell.outcome), effects: cell.trace, change: change))
            }
            for (source, state) in states.enumerated() {
                let (before, after) = (state.old?.cell(request.old), state.new?.cell(request.new))
                if let before, before != after { add(before, .gone, source) }
                if let after { add(after, before == after ? nil : .added, source) }
            }
        }
        let explored = states.indices.filter { (states[$0].new ?? states[$0].old)?.isExplored == true }
        return StateDiagram(
            states.map { StateLabel($0.name) }, initial: initial, explored: Set(explored), hasHooks: hasHooks, steps)
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
