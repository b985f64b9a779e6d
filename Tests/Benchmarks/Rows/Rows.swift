import StateExploration

/// The table. A machine lives while its row does; each row has its own machines.
func allRows() -> [Row] {
    toggleRows() + treeRows() + observerRows() + followUpRows()
}

/// Requests as numbers from 0 to 2, made beforehand: too many for branch prediction to learn their order.
func randomRequests(count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 1)
    return (0..<count).map { _ in UInt8.random(in: 0..<3, using: &generator) }
}
