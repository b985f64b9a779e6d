/// The order of the nodes in each row, with few crossings.
extension LevelLayout {
    mutating func orderRows() {
        var best = rows
        var fewest = crossings()
        for sweep in 0..<12 where fewest > 0 {
            if sweep.isMultiple(of: 2) {
                for row in rows.indices.dropFirst() { sort(row, by: .before) }
            } else {
                for row in rows.indices.dropLast().reversed() { sort(row, by: .after) }
            }
            let count = crossings()
            if count < fewest { (best, fewest) = (rows, count) }
        }
        rows = best
        for row in rows.indices { number(row) }
    }

    private mutating func sort(_ row: Int, by side: Side) {
        let keys = rows[row].map { node -> Double in
            if case .title = nodes[node].kind { return -1 }
            let links = nodes[node].edges(side)
            guard !links.isEmpty else { return Double(nodes[node].order) }
            let sum = links.reduce(0) { $0 + nodes[side == .before ? edges[$1].first : edges[$1].last].order }
            return Double(sum) / Double(links.count)
        }
        let sorted = rows[row].indices.sorted { (keys[$0], $0) < (keys[$1], $1) }
        rows[row] = sorted.map { rows[row][$0] }
        number(row)
    }

    private mutating func number(_ row: Int) {
        for (order, node) in rows[row].enumerated() { nodes[node].order = order }
    }

    /// The number of crossings of arrows between neighboring rows.
    private func crossings() -> Int {
        var total = 0
        for row in rows.dropLast() {
            // The ends of the edges in the order of their beginnings: each inversion is a crossing.
            let ends = row.flatMap { node in nodes[node].after.map { nodes[edges[$0].last].order }.sorted() }
            guard let highest = ends.max() else { continue }
            var tree = Array(repeating: 0, count: highest + 2)
            for (count, end) in ends.enumerated() {
                var (index, smaller) = (end + 1, 0)
                while index > 0 {
                    smaller += tree[index]
                    index &= index - 1
                }
                total += count - smaller
                index = end + 1
                while index < tree.count {
                    tree[index] += 1
                    index += index & -index
                }
            }
        }
        return total
    }
}
