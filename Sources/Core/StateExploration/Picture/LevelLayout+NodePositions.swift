/// Placing the nodes along their rows.
extension LevelLayout {
    /// Distributes the ends of arrows over the border of each state, in the order of the arrows' other ends.
    mutating func attachEdges() {
        for node in nodes.indices {
            let before = edgesBefore[node].sorted { nodes[edges[$0].first].order < nodes[edges[$1].first].order }
            let after = edgesAfter[node].sorted { nodes[edges[$0].last].order < nodes[edges[$1].last].order }
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
        // At most 24 pixels apart, around the middle of the box.
        let distance = min(24, box.length / (count + 1))
        return box.middle + (2 * index - (count - 1)) * distance / 2
    }

    mutating func placeAlongRows() {
        var places = RowPlaces(self)
        for sweep in 0..<24 {
            switch sweep % 3 {
            case 0: for row in places.rows { places.place(row, by: [.before]) }
            case 1: for row in places.rows.reversed() { places.place(row, by: [.after]) }
            default: for row in places.rows { places.place(row, by: [.before, .after]) }
            }
        }
        let first = places.starts.min() ?? 0
        for (node, start) in zip(rows.joined(), places.starts) { nodes[node].start = Double(Int(start - first)) }
        along = nodes.map { Int($0.start) + $0.along }.max() ?? 0
        for _ in 0..<3 {
            for chain in chains { straighten(chain.nodes, chain.edges) }
        }
        along = nodes.map { Int($0.start) + $0.along }.max() ?? 0
    }

    /// The least distance between the starts of two neighbors in a row.
    fileprivate func separation(_ left: Int, _ right: Int) -> Int {
        let gap: Int
        switch (nodes[left].kind, nodes[right].kind) {
        case (.element, .element): gap = 28
        case (.element, _), (_, .element): gap = 18
        default: gap = 14
        }
        return nodes[left].along + gap
    }

    /// The greatest number of pixels by which a level may become wider for straight arrows.
    private static let growth = 40

    /// Moves an arrow's nodes so that it runs straight over as many rows as possible.
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

    /// The range in which a node can start while its neighbors in the row stay.
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

/// The starts of all nodes while they move. The arrays are flat, row by row, because every sweep reads each element.
private struct RowPlaces {
    private(set) var starts: [Double] = []
    /// The least distance from each node's start to the start of the next node in its row.
    private var distances: [Double] = []
    /// For each row, the range of its nodes' numbers.
    let rows: [Range<Int>]
    private var pulls: [LevelLayout.Side: Pulls] = [:]

    /// The edges to one side of each node, which pull the node. The edges of node `n` are at
    /// `firsts[n]..<firsts[n + 1]`.
    private struct Pulls {
        var firsts = [0]
        /// For each edge, the node at its other end, the distance between the nodes' starts at which it is straight,
        /// and its weight.
        var edges: [(other: Int, offset: Double, weight: Double)] = []
    }

    /// Neighbors in a row that are at their least distances and so move together.
    private struct Pool {
        var place: Double
        var weight: Double
        var count: Int
    }

    /// Copies the rows of a layout into flat arrays.
    init(_ layout: LevelLayout) {
        var (rows, numbers) = ([Range<Int>](), Array(repeating: 0, count: layout.nodes.count))
        for row in layout.rows {
            let first = starts.count
            var start = 0.0
            for (index, node) in row.enumerated() {
                numbers[node] = starts.count
                let distance = index + 1 < row.count ? Double(layout.separation(node, row[index + 1])) : 0
                starts.append(start)
                distances.append(distance)
                start += distance
            }
            rows.append(first..<starts.count)
        }
        self.rows = rows
        for side in [LevelLayout.Side.before, .after] {
            var pulls = Pulls()
            for node in layout.rows.joined() {
                for number in layout.edges(side, of: node) {
                    let edge = layout.edges[number]
                    let offset = Double(edge.firstOffset - edge.lastOffset)
                    pulls.edges.append(
                        side == .before
                            ? (numbers[edge.first], offset, edge.weight) : (numbers[edge.last], -offset, edge.weight))
                }
                pulls.firsts.append(pulls.edges.count)
            }
            self.pulls[side] = pulls
        }
    }

    /// Moves the nodes of a row as near to the nodes at their edges' other ends as the order in the row allows.
    mutating func place(_ row: Range<Int>, by sides: [LevelLayout.Side]) {
        let sides = sides.compactMap { pulls[$0] }
        var pools: [Pool] = []
        var distance = 0.0
        for node in row {
            var (sum, weight) = (0.0, 0.0)
            for pulls in sides {
                for index in pulls.firsts[node]..<pulls.firsts[node + 1] {
                    let edge = pulls.edges[index]
                    sum += edge.weight * (starts[edge.other] + edge.offset)
                    weight += edge.weight
                }
            }
            var pool =
                weight > 0
                ? Pool(place: sum / weight - distance, weight: weight, count: 1)
                : Pool(place: starts[node] - distance, weight: 0.01, count: 1)
            while let last = pools.last, last.place > pool.place {
                pools.removeLast()
                let weight = last.weight + pool.weight
                pool.place = (last.place * last.weight + pool.place * pool.weight) / weight
                pool.weight = weight
                pool.count += last.count
            }
            pools.append(pool)
            distance += distances[node]
        }
        var node = row.lowerBound
        distance = 0
        for pool in pools {
            for _ in 0..<pool.count {
                starts[node] = pool.place + distance
                distance += distances[node]
                node += 1
            }
        }
    }
}

extension Double {
    /// The nearest whole number. `rounded()` would need the C library, which not every program links.
    fileprivate var toNearest: Double { Double(Int(self < 0 ? self - 0.5 : self + 0.5)) }
}
