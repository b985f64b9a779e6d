extension StateGraph {
    /// A graph with one cell changed, and what the change is.
    public struct Mutant: Sendable {
        public let name: String
        public let graph: StateGraph
    }

    /// The graph with one cell changed.
    public func replacingCell(_ state: Int, _ request: Int, with cell: Cell) -> StateGraph {
        var graph = self
        graph.cells[state][request] = cell
        return graph
    }

    /// All graphs that differ from this one in one cell: in its outcome, in its target, or by an event of its trace that
    /// is missing or there twice.
    ///
    /// A comparison that is worth something tells each of them from the graph (mutation analysis; DeMillo, Lipton and
    /// Sayward, *Hints on Test Data Selection*, 1978).
    public func mutants() -> [Mutant] {
        var mutants: [Mutant] = []
        for (state, row) in cells.enumerated() {
            for (request, cell) in row.enumerated() {
                func add(_ change: String, _ changed: Cell) {
                    let name = "\(states[state]), \(requests[request]): \(change)"
                    mutants.append(Mutant(name: name, graph: replacingCell(state, request, with: changed)))
                }
                add("another outcome", Cell(outcome: cell.outcome + "?", target: cell.target, trace: cell.trace))
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
