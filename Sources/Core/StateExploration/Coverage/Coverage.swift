import StatePattern
import Synchronization

/// The cells of a graph that contexts have taken, as in all tests of a machine.
///
/// ```swift
/// import StateExploration
/// import StatePattern
///
/// final class Switch: Context<Switch.State> {
///     class State: ContextState {
///         func didEnter(_ owner: Switch) {}
///         func willExit(_ owner: Switch) {}
///         func toggle(_ owner: Switch) -> Reaction { .unhandled }
///     }
///     final class Off: State {
///         override func toggle(_ owner: Switch) -> Reaction { .transition(to: On()) }
///     }
///     final class On: State {
///         override func toggle(_ owner: Switch) -> Reaction { .transition(to: Off()) }
///     }
///
///     init() { super.init(initial: Off()) }
///     @discardableResult func toggle() -> Outcome { delegate(State.toggle) }
/// }
///
/// let coverage = Coverage(of: try MachineModel(Switch.init, requests: ["toggle": { $0.toggle() }]).explore())
/// let tested = Switch()
/// coverage.follow(tested)
/// tested.toggle()
/// print(coverage)  // Prints "1 of 2 cells; missing: toggle in On"
/// ```
///
/// A cell is a request in a state. States of one path count as one, whatever their data, and so do requests of one name, whatever
/// their arguments. A request that a state makes, or that was deferred, counts in the state that answers it.
///
/// Contexts of many tests may be followed, on any threads. A coverage keeps none of them alive.
public final class Coverage<Request: Hashable & Sendable>: Sendable {
    /// A request in a state.
    public struct Cell: Hashable, Sendable, CustomStringConvertible {
        /// The path of the state.
        public let state: String
        /// The name of the request.
        public let request: String

        /// The names as they are read: `toggle in On`.
        public var description: String { "\(request.onOneLine) in \(state.onOneLine)" }
    }

    private let graph: StateGraph<Request>
    /// All cells, in the order of the graph.
    private let cells: [Cell]
    private let taken = Mutex<Set<Cell>>([])

    /// Creates the coverage of a graph, in which no cell is taken yet.
    public init(of graph: StateGraph<Request>) {
        self.graph = graph
        var known: Set<Cell> = []
        cells = graph.states.indices.flatMap { state in
            zip(graph.requests, graph.cells[state]).filter { $1.outcome != nil }.map { request, _ in
                Cell(state: graph.statePaths[state], request: "\(request)".withoutArguments)
            }
        }.filter { known.insert($0).inserted }
    }

    /// Counts the requests of a context from now on.
    ///
    /// - Returns: A token that ends the observation; it can be ignored.
    @discardableResult public func follow<S>(_ context: Context<S>) -> ObservationToken {
        context.observeRequests { [self] record in
            let cell = Cell(state: record.state.path, request: record.request.withoutArguments)
            taken.withLock { _ = $0.insert(cell) }
        }
    }

    /// The number of cells that there are.
    public var cellCount: Int { cells.count }

    /// The cells that have not been taken, in the order of the graph.
    ///
    /// - Complexity: O(*cells*).
    public var missing: [Cell] {
        let taken = taken.withLock { $0 }
        return cells.filter { !taken.contains($0) }
    }

    /// The requests in states that the graph does not have, in alphabetical order.
    ///
    /// The model lacks a request or has a bound, or the context is another machine.
    public var unknown: [Cell] {
        let others = taken.withLock { $0 }.subtracting(cells)
        // Each context is activated, whether its model has that as a request or not.
        return others.filter { !["activate", "deactivate"].contains($0.request) }.sorted { "\($0)" < "\($1)" }
    }

    /// The chart of the graph with states of one path as one, in which arrows that were not taken are pale.
    public func diagram() -> StateDiagram {
        let missing = Set(missing)
        return StateDiagram(graph, showsEffects: false, merging: { graph.places[$0].withoutDetails }) {
            state, request in
            let cell = Cell(state: graph.statePaths[state], request: "\(graph.requests[request])".withoutArguments)
            return missing.contains(cell) ? .untaken : nil
        }
    }
}

extension Coverage: CustomStringConvertible {
    /// The number of cells that were taken, those that are missing, and those that the graph does not have.
    public var description: String {
        func list(_ title: String, _ cells: [Cell]) -> String {
            cells.isEmpty ? "" : "; \(title): " + cells.map { "\($0)" }.joined(separator: ", ")
        }
        let missing = missing
        return "\(cellCount - missing.count) of \(cellCount) cells" + list("missing", missing)
            + list("unknown", unknown)
    }
}
