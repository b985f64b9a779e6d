import StatePattern

extension StateGraph {
    /// The graph with one cell changed.
    ///
    /// - Parameters:
    ///   - state: The index of the cell's state.
    ///   - request: The index of the cell's request.
    ///   - cell: The new cell.
    /// - Returns: The changed graph.
    /// - Precondition: The state was explored, and the graph has the request and the target of the new cell.
    package func replacingCell(_ state: Int, _ request: Int, with cell: Cell) -> StateGraph {
        let hasCell = cells.indices.contains(state) && cells[state].indices.contains(request)
        guard hasCell, cells.indices.contains(cell.target) else {
            fatalError("The graph has no cell \(state), \(request) that leads to \(cell.target): it has \(size).")
        }
        var graph = self
        graph.cells[state][request] = cell
        return graph
    }

    /// All graphs that differ from this one in one cell, each with the name of the change:
    /// `Open, close: another outcome`.
    ///
    /// The change is another outcome, another target, or an event of the trace that is missing or doubled. A good
    /// comparison finds each changed graph (mutation analysis; DeMillo, Lipton and Sayward, *Hints on Test Data
    /// Selection*, 1978). States that were not explored have no cells to change; compare the mutants of a bounded graph
    /// within its bound.
    public func mutants() -> [(name: String, graph: StateGraph)] {
        var mutants: [(name: String, graph: StateGraph)] = []
        for (state, row) in cells.enumerated() {
            for (request, cell) in row.enumerated() {
                func add(_ change: String, _ changed: Cell) {
                    let name = "\(states[state]), \(requests[request]): \(change)".onOneLine
                    mutants.append((name, replacingCell(state, request, with: changed)))
                }
                let other: Outcome = cell.outcome == .unhandled ? .handled : .unhandled
                add("another outcome", Cell(outcome: other, target: cell.target, trace: cell.trace))
                for target in states.indices where target != cell.target {
                    add("to \(states[target])", Cell(outcome: cell.outcome, target: target, trace: cell.trace))
                }
                for index in cell.trace.indices {
                    var fewer = cell.trace
                    fewer.remove(at: index)
                    add("without \(cell.trace[index])", Cell(outcome: cell.outcome, target: cell.target, trace: fewer))
                    var more = cell.trace
                    more.insert(cell.trace[index], at: index)
                    add("\(cell.trace[index]) twice", Cell(outcome: cell.outcome, target: cell.target, trace: more))
                }
            }
        }
        return mutants
    }
}
