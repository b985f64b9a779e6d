/// The table. A machine lives as long as its row; each row has machines of its own.
func allRows() throws -> [Row] {
    toggleRows() + treeRows() + observerRows() + followUpRows() + (try machineRows())
}

/// Requests in an order that branch prediction cannot learn, made beforehand: 4,096 numbers from 0 to 2.
let randomRequests: [UInt8] = {
    var generator = SystemRandomNumberGenerator()
    return (0..<4096).map { _ in UInt8.random(in: 0..<3, using: &generator) }
}()
