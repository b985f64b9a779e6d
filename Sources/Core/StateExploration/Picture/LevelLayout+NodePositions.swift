/// The places of the nodes along their rows.
extension LevelLayout {
    /// Spreads the ends of arrows over the border of each state, in the order of where they lead.
    mutating func attachEdges() {
        for node in nodes.indices {
            let before = nodes[node].before.sorted { nodes[edges[$0].first].order < nodes[edges[$1].first].order }
            let after = nodes[node].after.sorted { nodes[edges[$0].last].order < nodes[edges[$1].last].order }
            for (index, edge) in before.enumerated() {
                edges[edge].lastOffset = offset(of: edges[edge].arrow, at: node, index, of: before.count)
            }
            for (index, edge) in after.enumerated() {
                edges[edge].firstOffset = offset(of: edges[edge].arrow, at: node, index, of: after.count)
            }
        }
    }

    private func offset(of arrow: Int, at node: Int, _ index: Int, of count: Int) -> Int {
        guard case .element(let element) = nodes[node].kind, let footprint = footprints[element] else { return 0 }
        let box = footprint.box
        if let port = footprint.ports?[arrow] { return box.start + port }
        // Near the middle if there is room enough.
        let distance = min(24, box.length / (count + 1))
        return box.middle + (2 * index - (count - 1)) * distance / 2
    }

    mutating func placeAlongRows() {
        for row in rows.indices { pack(row) }
        for sweep in 0..<24 {
            switch sweep % 3 {
            case 0: for row in rows.indices { place(row, by: [.before]) }
            case 1: for row in rows.indices.reversed() { place(row, by: [.after]) }
            default: for row in rows.indices { place(row, by: [.before, .after]) }
            }
        }
        let first = nodes.map(\.start).min() ?? 0
        for node in nodes.indices { nodes[node].start = Double(Int(nodes[node].start - first)) }
        along = nodes.map { Int($0.start) + $0.along }.max() ?? 0
        for _ in 0..<3 {
            for chain in chains { straighten(chain.nodes, chain.edges) }
        }
        along = nodes.map { Int($0.start) + $0.along }.max() ?? 0
    }

    private mutating func pack(_ row: Int) {
        var next = 0.0
        for (index, node) in rows[row].enumerated() {
            nodes[node].start = next
            guard index + 1 < rows[row].count else { break }
            next += Double(separation(node, rows[row][index + 1]))
        }
    }

    /// The distance between the beginnings of two neighbors in a row.
    private func separation(_ left: Int, _ right: Int) -> Int {
        let gap: Int
        switch (nodes[left].kind, nodes[right].kind) {
        case (.element, .element): gap = 28
        case (.element, _), (_, .element): gap = 18
        default: gap = 14
        }
        return nodes[left].along + gap
    }

    /// Moves the nodes of a row as near to their neighbors in other rows as the order allows.
    private mutating func place(_ row: Int, by sides: [Side]) {
        struct Pool {
            var place: Double
            var weight: Double
            var count: Int
        }
        var pools: [Pool] = []
        var distance = 0.0
        var distances: [Double] = []
        for (index, node) in rows[row].enumerated() {
            distances.append(distance)
            let wish = wish(of: node, by: sides)
            pools.append(Pool(place: wish.start - distance, weight: wish.weight, count: 1))
            while pools.count > 1, pools[pools.count - 2].place > pools[pools.count - 1].place {
                let last = pools.removeLast()
                let pool = pools[pools.count - 1]
                let weight = pool.weight + last.weight
                pools[pools.count - 1] = Pool(
                    place: (pool.place * pool.weight + last.place * last.weight) / weight, weight: weight,
                    count: pool.count + last.count)
            }
            if index + 1 < rows[row].count { distance += Double(separation(node, rows[row][index + 1])) }
        }
        var index = 0
        for pool in pools {
            for _ in 0..<pool.count {
                nodes[rows[row][index]].start = pool.place + distances[index]
                index += 1
            }
        }
    }

    private func wish(of node: Int, by sides: [Side]) -> (start: Double, weight: Double) {
        var (sum, weight) = (0.0, 0.0)
        for side in sides {
            for number in nodes[node].edges(side) {
                let edge = edges[number]
                let (own, other, otherOffset) =
                    edge.first == node
                    ? (edge.firstOffset, edge.last, edge.lastOffset) : (edge.lastOffset, edge.first, edge.firstOffset)
                sum += edge.weight * (nodes[other].start + Double(otherOffset - own))
                weight += edge.weight
            }
        }
        return weight > 0 ? (sum / weight, weight) : (nodes[node].start, 0.01)
    }

    /// The number of pixels by which a level may become wider so that arrows lead straight.
    private static let growth = 40

    /// Leads an arrow straight over as many rows as there is room for.
    private mutating func straighten(_ chain: [Int], _ chainEdges: [Int]) {
        var group: [Int] = []
        var room = -Double.infinity...Double.infinity
        let ends = [
            nodes[chain[0]].start + Double(edges[chainEdges[0]].firstOffset),
            nodes[chain[chain.count - 1]].start + Double(edges[chainEdges[chainEdges.count - 1]].lastOffset),
        ]
        func settle() {
            guard !group.isEmpty else { return }
            let mean = (group.reduce(0) { $0 + nodes[$1].start } / Double(group.count)).toNearest
            let place = ends.first(where: room.contains) ?? min(max(mean, room.lowerBound), room.upperBound)
            for node in group { nodes[node].start = place }
        }
        for node in chain where !nodes[node].isElement {
            let own = self.room(of: node)
            if room.overlaps(own) {
                room = room.clamped(to: own)
            } else {
                settle()
                (group, room) = ([], own)
            }
            group.append(node)
        }
        settle()
    }

    /// The places that a node can have while its neighbors in the row keep theirs.
    private func room(of node: Int) -> ClosedRange<Double> {
        let (row, order) = (rows[nodes[node].row], nodes[node].order)
        let lowest = order > 0 ? nodes[row[order - 1]].start + Double(separation(row[order - 1], node)) : 0
        let highest =
            order + 1 < row.count
            ? nodes[row[order + 1]].start - Double(separation(node, row[order + 1]))
            : Double(along + LevelLayout.growth - nodes[node].along)
        return lowest...max(lowest, highest)
    }
}

extension Double {
    /// The nearest whole number. `rounded()` calls functions of the C library, which not every program links.
    fileprivate var toNearest: Double { Double(Int(self < 0 ? self - 0.5 : self + 0.5)) }
}
