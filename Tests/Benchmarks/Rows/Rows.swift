import StateExploration

/// The table. A machine lives as long as its row; each row has machines of its own.
func allRows() throws -> [Row] {
    toggleRows() + treeRows() + observerRows() + followUpRows() + (try machineRows())
}

/// Requests as numbers from 0 to 2, made beforehand: so many that branch prediction cannot learn their order.
func randomRequests(count: Int) -> [UInt8] {
    var generator = SeededGenerator(seed: 1)
    return (0..<count).map { _ in UInt8.random(in: 0..<3, using: &generator) }
}
