/// Finding the exit effects of the states of regions.
extension Projection {
    /// A node that leaves its regions, the request, and the target.
    private struct Way: Hashable {
        let node: Int
        let request: String?
        let target: Int
        let inside: [Int]
    }

    /// The effects of leaving a state with regions, and the regions' nodes at that time.
    private typealias Row = (nodes: [String: Int], effects: [String])

    /// Moves effects from steps to states of regions, if a state has the effects each time that it is left.
    ///
    /// Otherwise, a chart would need an arrow out of the regions for each combination of the regions' states.
    ///
    /// - Returns: The exit effects of states and superstates in regions, keyed by their paths.
    func takeExits(from steps: inout [Step]) -> [String: [String]] {
        if orthogonal.isEmpty || steps.allSatisfy(\.effects.isEmpty) { return [:] }
        let scopes = nodes.indices.map(self.scopes)
        var left: [[String]] = []
        var ways: [(first: Int, rows: [Row])] = []
        var known: [Way: Int] = [:]
        for (index, step) in steps.enumerated() {
            let changes = step.request == nil ? [:] : self.changes(in: step)
            var paths: [String] = []
            for part in states[step.source].all {
                guard case .move(let target, let begun, _) = changes[part.node] else { continue }
                let inner = part.parts.flatMap(\.all)
                let end = path(target)
                paths += inner.flatMap { scopes[$0.node] }
                paths += scopes[part.node].filter { $0 == scopes[part.node].last || !end.hasPrefix($0 + "/") }
                let nodes = Dictionary(inner.map { ($0.region, $0.node) }) { first, _ in first }
                if changes.count > 1 { continue }
                let way = Way(node: part.node, request: step.request, target: target, inside: begun)
                let number = known[way] ?? ways.count
                known[way] = number
                if number == ways.count { ways.append((index, [])) }
                ways[number].rows.append((nodes, step.effects))
            }
            left.append(paths)
        }
        // Exit effects that come from more rows take precedence.
        var sums: [Int: [String]] = [:]
        for rows in ways.sorted(by: { ($1.rows.count, $0.first) < ($0.rows.count, $1.first) }).map(\.rows) {
            sums.merge(Projection.sum(rows) ?? [:]) { first, _ in first }
        }
        var exits = scoped(sums)
        var failed: Set<String> = []
        // Effects that a state does not have on each exit stay at the arrows.
        while true {
            for path in failed { exits[path] = nil }
            failed = []
            var rest = steps
            for (index, paths) in left.enumerated() {
                for path in paths {
                    guard let effects = exits[path], !effects.isEmpty else { continue }
                    if let range = rest[index].effects.firstRange(of: effects) {
                        rest[index].effects.removeSubrange(range)
                    } else {
                        failed.insert(path)
                    }
                }
            }
            if failed.isEmpty {
                steps = rest
                return exits.filter { !$1.isEmpty }
            }
        }
    }

    /// The paths of a node and its superstates inside the innermost region, outermost first; empty without a region.
    private func scopes(_ node: Int) -> [String] {
        guard let region = nodes[node].lastIndex(where: \.isRegion) else { return [] }
        return (region + 1..<nodes[node].count).map { StateDiagram.path(nodes[node][...$0]) }
    }

    /// The exit effects of each node, if in each row the effects are the nodes' exit effects in one order of regions.
    /// `nil` if there is no such order.
    private static func sum(_ rows: [Row]) -> [Int: [String]]? {
        var exits: [Int: [String]] = [:]
        for node in rows.flatMap(\.nodes.values) { exits[node] = [] }
        var rest = rows.map(\.effects)
        let end = StateDiagram.sharedPrefix(of: rest.map { $0.reversed() }).count
        let start = StateDiagram.sharedPrefix(of: rest).count
        rest = rest.map { Array($0.dropFirst(start).dropLast(min(end, $0.count - start))) }
        // Inner regions are left before the regions around them.
        var regions = Set(rows.flatMap(\.nodes.keys)).sorted(by: >)
        while rest.contains(where: { !$0.isEmpty }) {
            let next = regions.lazy.compactMap { region in
                Projection.withoutExits(
                    of: region, rest, in: rows.map(\.nodes), others: Set(regions).subtracting([region]))
            }.first
            guard let next else { return nil }
            exits.merge(next.exits) { $1 }
            let shared = StateDiagram.sharedPrefix(of: next.rest).count
            rest = next.rest.map { Array($0.dropFirst(shared)) }
            regions.removeAll { $0 == next.region }
        }
        return exits
    }

    /// Takes the first effects that all rows with the same node of a region share. `nil` if the other regions' nodes do
    /// not determine the remaining effects.
    private static func withoutExits(
        of region: String, _ effects: [[String]], in nodes: [[String: Int]], others: Set<String>
    ) -> (region: String, exits: [Int: [String]], rest: [[String]])? {
        let groups = Dictionary(grouping: effects.indices.filter { nodes[$0][region] != nil }) { nodes[$0][region]! }
        var exits = groups.mapValues { rows in StateDiagram.sharedPrefix(of: rows.map { effects[$0] }) }
        // Effects at the end of all nodes' effects do not depend on the region, and are left for the next regions.
        let end = StateDiagram.sharedPrefix(of: exits.values.map { $0.reversed() }).count
        for node in exits.keys { exits[node]?.removeLast(end) }
        if exits.values.allSatisfy(\.isEmpty) { return nil }
        let rest = effects.indices.map { row in
            Array(effects[row].dropFirst(nodes[row][region].flatMap { exits[$0]?.count } ?? 0))
        }
        var known: [[String: Int]: [String]] = [:]
        for (row, rest) in rest.enumerated() {
            let key = nodes[row].filter { others.contains($0.key) }
            if known.updateValue(rest, forKey: key) ?? rest != rest { return nil }
        }
        return (region, exits, rest)
    }

    /// The exit effects of nodes, divided into the nodes' own effects and the later effects of their superstates.
    private func scoped(_ exits: [Int: [String]]) -> [String: [String]] {
        var result: [String: [String]] = [:]
        var rest = exits
        let depths = exits.keys.map { scopes($0).count }
        for depth in 0..<(depths.max() ?? 0) {
            for (path, nodes) in Dictionary(
                grouping: exits.keys.filter { scopes($0).count > depth }, by: { scopes($0)[depth] })
            {
                let shared = StateDiagram.sharedPrefix(of: nodes.map { (rest[$0] ?? []).reversed() })
                result[path] = shared.reversed()
                for node in nodes { rest[node]?.removeLast(shared.count) }
            }
        }
        return result
    }
}
