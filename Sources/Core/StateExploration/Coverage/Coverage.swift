import Synchronization

/// The cells of a graph that machines have taken, for instance in all tests of a machine.
///
/// All machines of its ``log`` count; `print(coverage)` prints `3 of 4 cells; missing: push in Locked`.
/// <doc:YourOwnMachine> has an example, and a trait for Swift Testing.
///
/// A cell is a request in a state. States with the same path count as one state, whatever their data and regions are.
/// Requests with the same name count as one request, with and without arguments: `add`, `add(30)` and `add 30`. A
/// request that was deferred, or that a state makes, counts in the state that answers it.
///
/// The log can follow the machines of many tests, on any threads.
public final class Coverage<Request: Hashable & Sendable>: Sendable {
    private struct Cell: Hashable {
        let state: String
        let request: String

        init(_ request: String, in state: String) {
            (self.request, self.state) = (RequestName(request).base, state)
        }

        var text: String { "\(request.onOneLine) in \(state.onOneLine)" }
    }

    private let graph: StateGraph<Request>
    /// All cells, in the order of the graph.
    private let cells: [Cell]
    /// The taken cells, each true if a client made such a request, so that the graph should have the cell.
    private let taken = Mutex<[Cell: Bool]>([:])
    /// The graph's path for each label of a context's state.
    private let paths: [StateLabel: String]

    /// The log that this coverage reads.
    public let log: RequestLog

    /// Creates a coverage in which no cell of a graph is taken yet.
    ///
    /// - Parameters:
    ///   - graph: The graph of the machine's model.
    ///   - log: The log to read.
    public init(of graph: StateGraph<Request>, in log: RequestLog = RequestLog()) {
        (self.graph, self.log) = (graph, log)
        let labels = zip(graph.places.map { $0.withoutRegions.withoutDetails.unqualified }, graph.statePaths)
        paths = Dictionary(labels.map { ($0, $1) }) { first, _ in first }
        var known: Set<Cell> = []
        cells = graph.states.indices.flatMap { state in
            zip(graph.requests, graph.cells[state]).filter { $1.outcome != nil }.map { request, _ in
                Cell("\(request)", in: graph.statePaths[state])
            }
        }.filter { known.insert($0).inserted }
        log.add(self)
    }

    /// The cells that have not been taken, in the order of the graph: `push in Locked`.
    ///
    /// - Complexity: O(*cells*).
    public var missing: [String] { missingCells.map(\.text) }

    private var missingCells: [Cell] {
        let taken = taken.withLock { $0 }
        return cells.filter { taken[$0] == nil }
    }

    /// The cells that the graph does not have, in alphabetical order.
    ///
    /// If it is not empty, the model lacks a request or stops at a bound, or the context is another machine. What the
    /// machine asks of itself does not count, such as the request of a hook that leaves its state at once.
    public var unknown: [String] {
        let others = Set(taken.withLock { $0 }.filter(\.value).keys).subtracting(cells)
        // Each context makes these two requests, although its model may not have them.
        return others.filter { !["activate", "deactivate"].contains($0.request) }.map(\.text).sorted()
    }

    /// The chart of the graph, with one state for each path. Arrows of cells that were not taken are pale.
    public func diagram() -> StateDiagram {
        let missing = Set(missingCells)
        return StateDiagram(graph, showsEffects: false, merging: { graph.places[$0].withoutDetails }) {
            state, request in
            let cell = Cell("\(graph.requests[request])", in: graph.statePaths[state])
            return missing.contains(cell) ? .untaken : nil
        }
    }
}

extension Coverage: RequestReader {
    package func read(_ request: AnsweredRequest, _ argument: Any?, of name: String) {
        let cell = Cell(request.name, in: paths[request.source] ?? request.source.path)
        // No client makes a request in a state that is left at once, and the graph does not have that state.
        let isMadeAtRest =
            request.origin == .client || request.origin == .observer && paths[request.source] != nil
        taken.withLock { $0[cell, default: false] = $0[cell] == true || isMadeAtRest }
    }
}

extension Coverage: CustomStringConvertible {
    /// The number of taken cells, the missing cells, and the unknown cells, on one line.
    public var description: String {
        func list(_ title: String, _ cells: [String]) -> String {
            cells.isEmpty ? "" : "; \(title): \(cells.joined(separator: ", "))"
        }
        let missing = missing
        return "\(cells.count - missing.count) of \(cells.count) cells" + list("missing", missing)
            + list("unknown", unknown)
    }
}
