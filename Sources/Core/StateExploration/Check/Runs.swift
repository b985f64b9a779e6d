import StatePattern

/// The runs of a graph with a monitor that follows them.
///
/// A node is a pair of a graph's state and a monitor's mode. Requests and states are represented by indices, because
/// generic code would be several times slower.
struct Runs {
    typealias Mode = Monitor.Mode

    /// A request in a state: its outcome, target and effects.
    private struct Step {
        let request: Int
        let outcome: Outcome
        let target: Int
        let trace: [String]
        /// False if the request was refused and changed nothing.
        let doesSomething: Bool
    }

    /// A request that leads from a node to another node.
    private struct Edge {
        let request: Int
        let target: Int
    }

    private let monitor: Monitor
    private let startTrace: [String]
    /// For each state, the step of each request; `nil` for a state that was not explored, or a request that was not
    /// made.
    private let steps: [[Step?]?]
    /// The nodes that can be reached, in the order of their distance from the start.
    private(set) var nodes: [Int] = []
    /// For each node, the previous node and the request on the shortest path to it; `nil` at the start.
    private var origins: [(node: Int, request: Int)?]
    private var isReached: [Bool]
    /// For each watching node, the requests that do something and keep the monitor watching.
    private var edges: [[Edge]]
    /// True for the nodes in which no request does anything.
    private var isEnd: [Bool]

    init<Request>(of graph: StateGraph<Request>, with monitor: Monitor) {
        self.monitor = monitor
        startTrace = graph.startTrace
        steps = graph.cells.indices.map { state in
            guard graph.isExplored[state] else { return nil }
            return graph.cells[state].enumerated().map { request, cell in
                cell.outcome.map { outcome in
                    Step(
                        request: request, outcome: outcome, target: cell.target, trace: cell.trace,
                        doesSomething: !outcome.isRefusal || !cell.trace.isEmpty || cell.target != state)
                }
            }
        }
        let count = steps.count * Mode.allCases.count
        origins = Array(repeating: nil, count: count)
        isReached = Array(repeating: false, count: count)
        edges = Array(repeating: [], count: count)
        isEnd = Array(repeating: false, count: count)
    }

    private func node(_ state: Int, _ mode: Mode) -> Int { state * Mode.allCases.count + mode.rawValue }
    private func state(_ node: Int) -> Int { node / Mode.allCases.count }
    private func mode(_ node: Int) -> Mode { Mode(rawValue: node % Mode.allCases.count)! }

    /// True if a moment that the property is about was visited.
    private(set) var isTested = false

    func reaches(_ state: Int) -> Bool { isReached[node(state, .idle)] || isReached[node(state, .watching)] }

    /// The monitor's mode after some moments, and true if it was watching during all of them.
    private mutating func follow(
        _ mode: Mode, _ first: Moment?, _ effects: [String], _ last: Moment
    ) -> (mode: Mode, isWatching: Bool) {
        var mode = mode == .watching && monitor.isLeft(last) ? .idle : mode
        var isWatching = mode == .watching
        func follow(_ moment: Moment) {
            guard mode != .broken else { return }
            if !isTested { isTested = monitor.isTest(moment) }
            mode = monitor.next(mode, moment)
            isWatching = isWatching && mode == .watching
        }
        if let first { follow(first) }
        for effect in effects { follow(.effect(effect)) }
        follow(last)
        return (mode, isWatching)
    }

    // MARK: Paths

    /// Visits all nodes, in the order of their distance from the start.
    ///
    /// - Returns: The shortest sequence of requests that breaks the property without a loop; `nil` if there is no such
    ///   sequence.
    mutating func brokenPath() -> [Int]? {
        let start = follow(monitor.start, nil, startTrace, .start).mode
        if start == .broken { return [] }
        visit(node(0, start))
        var next = 0
        while next < nodes.count {
            let source = nodes[next]
            next += 1
            guard let steps = steps[state(source)] else { continue }
            isEnd[source] = true
            for case let step? in steps {
                let end = Moment.end(step.request, step.outcome, state: step.target)
                let (mode, isWatching) = follow(mode(source), .made(step.request), step.trace, end)
                if mode == .broken { return path(to: source) + [step.request] }
                let target = node(step.target, mode)
                if step.doesSomething {
                    isEnd[source] = false
                    if isWatching { edges[source].append(Edge(request: step.request, target: target)) }
                }
                if !isReached[target] {
                    origins[target] = (source, step.request)
                    visit(target)
                }
            }
        }
        return nil
    }

    private mutating func visit(_ node: Int) {
        isReached[node] = true
        nodes.append(node)
    }

    private func path(to node: Int) -> [Int] {
        var (path, node) = ([Int](), node)
        while let origin = origins[node] {
            path.append(origin.request)
            node = origin.node
        }
        return path.reversed()
    }

    // MARK: Loops

    /// A short run in which the monitor watches for ever and no fair request is ignored for ever; `nil` if there is
    /// none.
    func endlessRun(fair: [Int]) -> (path: [Int], loop: [Int])? {
        var best: (path: [Int], loop: [Int])?
        func isBetter(_ path: [Int], _ loop: Int) -> Bool {
            best.map { path.count + loop < $0.path.count + $0.loop.count } ?? true
        }
        let fairParts = fairParts(of: nodes.filter { mode($0) == .watching }, fair: fair)
        for node in nodes where mode(node) == .watching {
            let path = path(to: node)
            // The nodes are in the order of their distance, so all further nodes have paths that are at least as long.
            guard isBetter(path, 0) else { break }
            if isEnd[node] {
                best = (path, [])
            } else if let part = fairParts[node] {
                let limit = best.map { $0.path.count + $0.loop.count - path.count } ?? .max
                if let loop = loop(from: node, in: part, fairParts, fair: fair, shorterThan: limit) {
                    best = (path, loop)
                }
                if !fair.isEmpty { break }
            }
        }
        return best
    }

    /// For each node, the number of its fair part; `nil` if it is in none. A run can stay in a fair part for ever
    /// without ignoring a fair request.
    ///
    /// In a strongly connected part, a fair request may do something in some nodes, but no edge in the part makes it.
    /// Such a part is divided again without these nodes (Emerson and Lei, *Modalities for Model Checking*, 1987).
    private func fairParts(of nodes: [Int], fair: [Int]) -> [Int?] {
        let targets = edges.map { $0.map(\.target) }
        var (result, rest, count) = ([Int?](repeating: nil, count: edges.count), [nodes], 0)
        while let nodes = rest.popLast() {
            let parts = StronglyConnectedParts(of: nodes, targets: targets)
            for part in parts.all {
                let inside = part.flatMap { node in edges[node].filter { parts.areTogether(node, $0.target) } }
                if inside.isEmpty { continue }
                let made = fair.isEmpty ? [] : Set(inside.map(\.request))
                let ignored = fair.filter { request in
                    !made.contains(request) && part.contains { doesSomething(request, in: $0) }
                }
                if ignored.isEmpty {
                    for node in part { result[node] = count }
                    count += 1
                } else {
                    rest.append(part.filter { node in !ignored.contains { doesSomething($0, in: node) } })
                }
            }
        }
        return result
    }

    private func doesSomething(_ request: Int, in node: Int) -> Bool {
        steps[state(node)]?[request]?.doesSomething == true
    }

    /// A short loop from a node back to the node. It makes each fair request that does something in the node's part.
    ///
    /// `nil` if the loop would not be shorter than `limit`.
    private func loop(
        from start: Int, in part: Int, _ parts: [Int?], fair: [Int], shorterThan limit: Int
    ) -> [Int]? {
        var missing = Set(
            fair.filter { request in nodes.contains { parts[$0] == part && doesSomething(request, in: $0) } })
        var (loop, node) = ([Int](), start)
        func isInside(_ edge: Edge) -> Bool { parts[edge.target] == part }
        while !missing.isEmpty {
            guard let way = way(from: node, shorterThan: .max, isInside, until: { missing.contains($0.request) })
            else { return nil }
            loop += way.map(\.request)
            missing.subtract(way.map(\.request))
            node = way.last!.target
        }
        if loop.isEmpty || node != start {
            guard let way = way(from: node, shorterThan: limit - loop.count, isInside, until: { $0.target == start })
            else { return nil }
            loop += way.map(\.request)
        }
        return loop
    }

    /// The shortest sequence of edges from a node that ends with an edge that satisfies `isLast`.
    private func way(
        from start: Int, shorterThan limit: Int, _ isInside: (Edge) -> Bool, until isLast: (Edge) -> Bool
    ) -> [Edge]? {
        var origins: [Int: (node: Int, edge: Edge)] = [:]
        var (level, length) = ([start], 1)
        while !level.isEmpty && length < limit {
            var next: [Int] = []
            for node in level {
                for edge in edges[node] where isInside(edge) {
                    if isLast(edge) {
                        var (way, node) = ([edge], node)
                        while node != start, let origin = origins[node] {
                            way.append(origin.edge)
                            node = origin.node
                        }
                        return way.reversed()
                    }
                    if edge.target != start, origins[edge.target] == nil {
                        origins[edge.target] = (node, edge)
                        next.append(edge.target)
                    }
                }
            }
            (level, length) = (next, length + 1)
        }
        return nil
    }
}

/// The strongly connected parts of a graph: in a part, each node can be reached from each other node.
///
/// Tarjan, *Depth-First Search and Linear Graph Algorithms* (1972), without recursion.
struct StronglyConnectedParts {
    private(set) var all: [[Int]] = []
    /// For each node, the number of its part; `nil` for nodes of the graph that were not given.
    private var numbers: [Int?]

    /// - Complexity: O(*nodes* + *edges*).
    init(of nodes: [Int], targets: [[Int]]) {
        var isMember = Array(repeating: false, count: targets.count)
        for node in nodes { isMember[node] = true }
        numbers = Array(repeating: nil, count: targets.count)
        var order = Array(repeating: 0, count: targets.count)  // From 1 on, in the order of the visits.
        var (lowest, next) = (order, order)
        var (count, stack, visits): (Int, [Int], [Int]) = (0, [], [])
        func visit(_ node: Int) {
            count += 1
            (order[node], lowest[node]) = (count, count)
            stack.append(node)
            visits.append(node)
        }
        for root in nodes where order[root] == 0 {
            visit(root)
            while let node = visits.last {
                if next[node] < targets[node].count {
                    let target = targets[node][next[node]]
                    next[node] += 1
                    guard isMember[target] else { continue }
                    if order[target] == 0 {
                        visit(target)
                    } else if numbers[target] == nil {
                        lowest[node] = min(lowest[node], order[target])
                    }
                    continue
                }
                visits.removeLast()
                if let below = visits.last { lowest[below] = min(lowest[below], lowest[node]) }
                guard lowest[node] == order[node] else { continue }
                var part: [Int] = []
                repeat {
                    part.append(stack.removeLast())
                    numbers[part[part.count - 1]] = all.count
                } while part[part.count - 1] != node
                all.append(part)
            }
        }
    }

    /// Returns true if two nodes are in the same part. `node` must be in a part.
    func areTogether(_ node: Int, _ other: Int) -> Bool { numbers[node] == numbers[other] }
}
