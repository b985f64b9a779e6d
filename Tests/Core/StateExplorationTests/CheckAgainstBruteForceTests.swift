import StatePattern
import TestSupport
import Testing

@testable import StateExploration

/// The answers about random graphs against what follows from the definitions, by brute force.
@Suite struct `A property of a random graph` {
    typealias Graph = StateGraph<String>
    typealias Condition = Graph.Condition

    @Test func `holds if no run breaks it, and fails with the shortest run that does`() throws {
        var seeds = FuzzSeeds(200, for: "properties of random graphs")
        while let seed = seeds.next() {
            var generator = SeededGenerator(seed: seed)
            let runs = BruteForce(try Self.graph(&generator))
            func condition() -> Condition { Self.condition(of: runs.graph, &generator) }
            let (one, two, three) = (condition(), condition(), condition())
            let holds = try [one, two, three].map { try runs.graph.predicate($0) }
            let fair = runs.graph.requests.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
            let never = { (moments: [Moment]) in !moments.contains(where: holds[0]) }
            let always = { (moments: [Moment]) in moments.allSatisfy { !one.scope.contains($0.kind) || holds[0]($0) }
            }
            let scoped = { (moments: [Moment]) in
                BruteForce.isAbsent(holds[0], after: holds[1], until: holds[2], in: moments)
            }
            let precedes = { (moments: [Moment]) in
                let second = moments.firstIndex(where: holds[1])
                return second.map { moments[...$0].contains(where: holds[0]) } ?? true
            }
            let state = Condition.isIn(runs.graph.states.randomElement(using: &generator)!)
            let isInside = try runs.graph.predicate(state)
            let during = { (moments: [Moment]) in BruteForce.isAbsent(holds[0], during: isInside, in: moments) }
            for (property, subject, isKept) in [
                (.never(one), nil, never), (.always(one), nil, always), (.precedes(one, two), holds[1], precedes),
                (.never(one, after: two, until: three), holds[1], scoped),
                (.never(one, while: state), isInside, during),
            ] as [(Graph.Property, ((Moment) -> Bool)?, ([Moment]) -> Bool)] {
                let length = runs.shortestPath { !isKept($0) }
                switch try runs.graph.check(property) {
                case .holds: #expect(length == nil && runs.comes(subject), "\(property), seed \(seed)")
                case .untested: #expect(length == nil && !runs.comes(subject), "\(property), seed \(seed)")
                case .fails(let run):
                    #expect(!isKept(runs.moments(run.path)), "\(property) after \(run), seed \(seed)")
                    #expect(run.path.count == length && run.loop == nil, "\(property) after \(run), seed \(seed)")
                case .unknown: Issue.record("\(property), seed \(seed): all states were explored")
                }
            }
            try check(.leads(from: one, to: two), holds[0], holds[1], fair: [], runs, seed)
            try check(.leads(from: one, to: two, fair: fair), holds[0], holds[1], fair: fair, runs, seed)
            try check(.eventually(two, fair: fair), nil, holds[1], fair: fair, runs, seed)
        }
    }

    private func check(
        _ property: Graph.Property, _ cause: ((Moment) -> Bool)?, _ response: @escaping (Moment) -> Bool,
        fair: [String],
        _ runs: BruteForce, _ seed: UInt64
    ) throws {
        let length = runs.shortestLasso(cause, response, fair: fair)
        switch try runs.graph.check(property) {
        case .holds: #expect(length == nil && runs.comes(cause), "\(property) with \(fair), seed \(seed)")
        case .untested: #expect(length == nil && !runs.comes(cause), "\(property) with \(fair), seed \(seed)")
        case .fails(let run):
            let loop = try #require(run.loop)
            #expect(
                runs.isOwing(run.path, loop, cause, response), "\(property) with \(fair) after \(run), seed \(seed)")
            #expect(runs.isFair(run.path, loop, fair), "\(property) with \(fair) after \(run), seed \(seed)")
            #expect(length != nil, "\(property) with \(fair) after \(run), seed \(seed)")
            if fair.isEmpty {
                #expect(run.path.count + loop.count == length, "\(property) after \(run), seed \(seed)")
            }
        case .unknown: Issue.record("\(property), seed \(seed): all states were explored")
        }
    }

    /// A graph of up to 12 states with up to three requests and random traces.
    private static func graph(_ generator: inout SeededGenerator) throws -> Graph {
        let (count, requests) = (Int.random(in: 1...12, using: &generator), ["r", "s", "t"])
        let outcomes: [Outcome] = [.transitioned, .handled, .unhandled, .refused, .deferred]
        let table = (0..<count).map { state in
            requests.map { _ in
                let outcome = outcomes[[0, 0, 0, 1, 2, 2, 3, 4].randomElement(using: &generator)!]
                let target = outcome == .transitioned ? Int.random(in: 0..<count, using: &generator) : state
                let trace = (0..<[0, 0, 0, 1, 1, 2].randomElement(using: &generator)!).map { _ in
                    ["a", "b", "c"].randomElement(using: &generator)!
                }
                return (outcome, target, outcome.isRefusal ? [] : trace)
            }
        }
        let model = MachineModel(
            { (state: 0, trace: ["start"]) },
            requests: .init(requests) { system, request in
                let (outcome, target, trace) = table[system.state][requests.firstIndex(of: request)!]
                system.state = target
                system.trace += trace
                return outcome
            },
            state: { "S\($0.state)" },
            trace: { system in
                defer { system.trace = [] }
                return system.trace
            })
        return try model.explore()
    }

    private static func condition(of graph: Graph, _ generator: inout SeededGenerator) -> Condition {
        let effects = Set(graph.cells.joined().flatMap(\.trace)).union(["start"]).sorted()
        let simple: [Condition] = [
            .isIn(graph.states.randomElement(using: &generator)!),
            .effect(effects.randomElement(using: &generator)!),
            .request(graph.requests.randomElement(using: &generator)!),
            .outcome([.transitioned, .handled, .refused].randomElement(using: &generator)!),
            .outcome(.transitioned, of: graph.requests.randomElement(using: &generator)!),
        ]
        let (one, two) = (simple.randomElement(using: &generator)!, simple.randomElement(using: &generator)!)
        let both = one.scope.isDisjoint(with: two.scope) ? one : one && !two
        return [one, one, !one, both, one || two].randomElement(using: &generator)!
    }
}

/// The runs of a small graph, by definition.
private struct BruteForce {
    let graph: StateGraph<String>
    private let start: [Moment]
    /// The moments of each request in each state.
    private let steps: [[[Moment]]]

    init(_ graph: StateGraph<String>) {
        self.graph = graph
        start = graph.startTrace.map(Moment.effect) + [.start]
        steps = graph.cells.map { row in
            row.enumerated().map { request, cell in
                [.made(request)] + cell.trace.map(Moment.effect)
                    + [.end(request, cell.outcome!, state: cell.target)]
            }
        }
    }

    /// True if a moment that satisfies a predicate comes in some run.
    func comes(_ isMeant: ((Moment) -> Bool)?) -> Bool {
        isMeant.map { (start + steps.joined().joined()).contains(where: $0) } ?? true
    }

    // MARK: Paths

    func moments(_ path: [String]) -> [Moment] { start + parts(path).joined() }

    private func parts(_ path: [String], from state: Int = 0) -> [[Moment]] {
        var state = state
        return path.map { request in
            let index = graph.requests.firstIndex(of: request)!
            defer { state = graph.cells[state][index].target }
            return steps[state][index]
        }
    }

    private func end(_ path: [String]) -> Int {
        path.reduce(0) { graph.cells[$0][graph.requests.firstIndex(of: $1)!].target }
    }

    static func isAbsent(
        _ condition: (Moment) -> Bool, after start: (Moment) -> Bool, until end: (Moment) -> Bool, in moments: [Moment]
    ) -> Bool {
        moments.indices.filter { condition(moments[$0]) && !end(moments[$0]) }.allSatisfy { index in
            let last = moments[..<index].lastIndex(where: start)
            let over = moments[..<index].lastIndex(where: end)
            return last == nil || over.map { $0 > last! } ?? false
        }
    }

    /// A request is made during a state if it begins and ends in the state.
    static func isAbsent(
        _ condition: (Moment) -> Bool, during isInside: (Moment) -> Bool, in moments: [Moment]
    ) -> Bool {
        let ends = moments.indices.filter { [.start, .end].contains(moments[$0].kind) }
        return zip(ends, ends.dropFirst()).allSatisfy { first, last in
            !isInside(moments[first]) || !isInside(moments[last])
                || !moments[(first + 1)...last].contains(where: condition)
        }
    }

    /// The length of the shortest path with moments that satisfy a predicate.
    ///
    /// Two paths to a state may differ in what has been before. A path is followed if no shorter one leads to its state with the
    /// same consequences, now and with any moment next.
    func shortestPath(where isFound: ([Moment]) -> Bool) -> Int? {
        struct Place: Hashable {
            let state: Int
            let consequences: [Bool]
        }
        let moments = [[]] + steps.joined().joined().map { [$0] }
        var (level, length): ([(path: [Moment], state: Int)], Int) = ([(start, 0)], 0)
        var known: Set<Place> = []
        while !level.isEmpty {
            if level.contains(where: { isFound($0.path) }) { return length }
            level = level.flatMap { path, state in
                graph.cells[state].enumerated().map { (path + steps[state][$0], $1.target) }
            }.filter { path, state in
                known.insert(Place(state: state, consequences: moments.map { isFound(path + $0) })).inserted
            }
            length += 1
        }
        return nil
    }

    // MARK: Loops

    /// The response is missing at the end of a path and in a loop that can be repeated, or where nothing can be done.
    func isOwing(
        _ path: [String], _ loop: [String], _ cause: ((Moment) -> Bool)?, _ response: @escaping (Moment) -> Bool
    ) -> Bool {
        let moments = moments(path)
        let first = cause.map { moments.lastIndex(where: $0) } ?? 0
        let isOwing = first.map { !moments[$0...].contains(where: response) } ?? false
        let state = end(path)
        if loop.isEmpty { return isOwing && graph.cells[state].indices.allSatisfy { !doesSomething($0, in: state) } }
        return isOwing && end(path + loop) == state
            && !parts(loop, from: state).joined().contains(where: response)
    }

    func isFair(_ path: [String], _ loop: [String], _ fair: [String]) -> Bool {
        var (state, visited) = (end(path), Set<Int>())
        for request in loop {
            visited.insert(state)
            state = graph.cells[state][graph.requests.firstIndex(of: request)!].target
        }
        return fair.allSatisfy { request in
            let index = graph.requests.firstIndex(of: request)!
            return loop.contains(request) || !visited.contains { doesSomething(index, in: $0) }
        }
    }

    private func doesSomething(_ request: Int, in state: Int) -> Bool {
        let cell = graph.cells[state][request]
        return !cell.isRefused || !cell.trace.isEmpty || cell.target != state
    }

    /// The least number of requests of a path and a loop without the response; with fair requests, only whether there is one.
    func shortestLasso(
        _ cause: ((Moment) -> Bool)?, _ response: @escaping (Moment) -> Bool, fair: [String]
    ) -> Int? {
        let count = graph.states.count
        // The number of requests after which the response can be missing in a state.
        var owing = Array(repeating: Int?.none, count: count)
        var reached = Array(repeating: Int?.none, count: count)
        func isMissing(_ moments: [Moment], _ was: Bool) -> Bool {
            moments.reduce(was) { response($1) ? false : $0 || cause?($1) == true }
        }
        if isMissing(start, cause == nil) { owing[0] = 0 } else { reached[0] = 0 }
        for length in 0...2 * count {
            for state in 0..<count {
                for (request, cell) in graph.cells[state].enumerated() {
                    for was in [false, true] where (was ? owing : reached)[state] == length {
                        if isMissing(steps[state][request], was) {
                            owing[cell.target] = owing[cell.target] ?? length + 1
                        } else {
                            reached[cell.target] = reached[cell.target] ?? length + 1
                        }
                    }
                }
            }
        }
        var edges = Array(repeating: Array(repeating: Set<Int>(), count: count), count: count)
        for (state, row) in graph.cells.enumerated() {
            for (request, cell) in row.enumerated()
            where doesSomething(request, in: state) && !steps[state][request].contains(where: response) {
                edges[state][cell.target].insert(request)
            }
        }
        let ends = (0..<count).filter { state in
            owing[state] != nil && graph.cells[state].indices.allSatisfy { !doesSomething($0, in: state) }
        }
        if fair.isEmpty {
            let loops = distances(edges, among: Array(0..<count))
            return
                ((0..<count).compactMap { state in
                    owing[state].flatMap { path in loops[state][state].map { path + $0 } }
                }
                + ends.map { owing[$0]! }).min()
        }
        if !ends.isEmpty { return 0 }
        let fair = fair.map { graph.requests.firstIndex(of: $0)! }
        // What is visited for ever: all of it can be reached from all of it, and each fair request is made if it does something.
        let owed = (0..<count).filter { owing[$0] != nil }
        for subset in 1..<(1 << owed.count) {
            let states = owed.indices.filter { subset >> $0 & 1 == 1 }.map { owed[$0] }
            let inside = states.flatMap { state in states.flatMap { edges[state][$0] } }
            if fair.contains(where: { fair in !inside.contains(fair) && states.contains { doesSomething(fair, in: $0) }
            }) {
                continue
            }
            let ways = distances(edges, among: states)
            if states.allSatisfy({ one in states.allSatisfy { ways[one][$0] != nil } }) { return 0 }
        }
        return nil
    }

    /// The least numbers of edges, at least one, between each two states, without others in between.
    private func distances(_ edges: [[Set<Int>]], among states: [Int]) -> [[Int?]] {
        var distances = edges.map { row in row.map { $0.isEmpty ? nil : 1 as Int? } }
        for middle in states {
            for one in states {
                for other in states {
                    guard let first = distances[one][middle], let second = distances[middle][other] else { continue }
                    distances[one][other] = min(distances[one][other] ?? .max, first + second)
                }
            }
        }
        return distances
    }
}
