/// Ordering the nodes in each row so that few arrows cross.
extension LevelLayout {
    mutating func orderRows() {
        var order = RowOrder(self)
        order.improve()
        rows = order.rows.map { row in row.map { order.nodes[$0] } }
        for row in rows {
            for (order, node) in row.enumerated() { nodes[node].order = order }
        }
    }
}

/// The order of the nodes in a layout's rows during the sorting. Nodes are numbered row by row, in the order in which
/// each sweep reads them.
private struct RowOrder {
    private(set) var rows: [[Int]]
    /// The index in the layout of each node.
    let nodes: [Int]
    /// The index of each node in its row.
    private var places: [Int]
    /// For each side, the nodes at the other ends of each node's edges. For node `n`, they are at
    /// `starts[n]..<starts[n + 1]`.
    private let ends: [LevelLayout.Side: (starts: [Int], nodes: [Int])]
    private let isTitle: [Bool]

    init(_ layout: LevelLayout) {
        let nodes = Array(layout.rows.joined())
        self.nodes = nodes
        var numbers = nodes
        for (number, node) in nodes.enumerated() { numbers[node] = number }
        rows = layout.rows.map { row in row.map { numbers[$0] } }
        places = layout.rows.flatMap { Array($0.indices) }
        isTitle = nodes.map { if case .title = layout.nodes[$0].kind { true } else { false } }
        func ends(_ side: LevelLayout.Side) -> (starts: [Int], nodes: [Int]) {
            var (starts, ends) = ([0], [Int]())
            for node in nodes {
                for edge in layout.edges(side, of: node) {
                    ends.append(numbers[side == .before ? layout.edges[edge].first : layout.edges[edge].last])
                }
                starts.append(ends.count)
            }
            return (starts, ends)
        }
        self.ends = [.before: ends(.before), .after: ends(.after)]
    }

    /// Sorts the rows by their neighbors, downward and upward in turn, and keeps the order with the fewest crossings.
    mutating func improve() {
        var best = rows
        var fewest = crossings()
        var idleSweeps = 0
        for sweep in 0..<12 where fewest > 0 && idleSweeps < 2 {
            let hasChanged =
                sweep.isMultiple(of: 2)
                ? sort(Array(rows.indices.dropFirst()), by: .before)
                : sort(rows.indices.dropLast().reversed(), by: .after)
            if hasChanged { idleSweeps = 0 } else { idleSweeps += 1 }
            let count = crossings()
            if count < fewest { (best, fewest) = (rows, count) }
        }
        rows = best
    }

    /// Sorts the nodes of rows by the mean place of their neighbors to one side. Returns true if the order has changed.
    private mutating func sort(_ numbers: [Int], by side: LevelLayout.Side) -> Bool {
        guard let (starts, ends) = ends[side] else { return false }
        var hasChanged = false
        for number in numbers {
            let row = rows[number]
            var keys: [Double] = []
            var (last, isSorted) = (-1.0, true)
            for node in row {
                var key = Double(places[node])
                let (start, end) = (starts[node], starts[node + 1])
                if isTitle[node] {
                    key = -1
                } else if start < end {
                    var sum = 0
                    for index in start..<end { sum += places[ends[index]] }
                    key = Double(sum) / Double(end - start)
                }
                if key < last { isSorted = false }
                last = key
                keys.append(key)
            }
            if isSorted { continue }
            hasChanged = true
            rows[number] = row.indices.sorted { keys[$0] < keys[$1] }.map { row[$0] }
            for place in row.indices { places[rows[number][place]] = place }
        }
        return hasChanged
    }

    /// The number of times that edges between neighboring rows cross.
    private func crossings() -> Int {
        guard let (starts, nodes) = ends[.after] else { return 0 }
        var total = 0
        for (number, row) in rows.enumerated().dropLast() {
            // The ends of the edges, in the order of their starts. Each inversion in this list is a crossing.
            var ends: [Int] = []
            for node in row {
                let first = ends.count
                for index in starts[node]..<starts[node + 1] { ends.append(places[nodes[index]]) }
                if ends.count > first + 1 { ends[first...].sort() }
            }
            let size = rows[number + 1].count + 1
            var tree = Array(repeating: 0, count: size)
            for count in ends.indices {
                var (index, smaller) = (ends[count] + 1, 0)
                while index > 0 {
                    smaller += tree[index]
                    index &= index - 1
                }
                total += count - smaller
                index = ends[count] + 1
                while index < size {
                    tree[index] += 1
                    index += index & -index
                }
            }
        }
        return total
    }
}
