import Foundation
@testable import StateExploration
import TestSupport
import Testing

@testable import StateClasses

/// Documents that no machine has written, as classes and in an engine by other people.
@Suite struct `Documents` {
    private static let environment = ProcessInfo.processInfo.environment

    @Test(.enabled(if: StatechartEngine.expected.contains(.qt), "Qt's engine for SCXML is not installed"))
    func `that are random do the same in Qt's engine`() throws {
        let count = Self.environment["CHARTS"].flatMap(Int.init)
        let seed = Self.environment["FUZZ_SEED"].flatMap(UInt64.init) ?? (count == nil ? 0 : .random(in: 0..<1 << 48))
        if let count { print("Running \(count) charts. To repeat it: CHARTS=\(count) FUZZ_SEED=\(seed)") }
        // The last three lead from a state to the history of a state in it.
        let seeds = count.map { (seed..<seed + UInt64($0)).map { $0 } } ?? Array(0..<20) + [45, 204, 77_972]
        let charts = seeds.map { RandomChart(seed: $0).text }
        let sources = try charts.enumerated().map { ("Chart\($0)", try Chart(scxml: $1).classes(named: "Chart\($0)")) }
        let graphs = try PrintedMachines.graphs(sources)
        var jobs: [(scxml: String, sequences: [[String]])] = []
        for (number, (scxml, graph)) in zip(charts, graphs).enumerated() {
            if graph.hasPrefix("{") {
                jobs.append((scxml, try Walk(json: graph).tour()))
            } else {
                Issue.record("chart \(number): \(graph)")
                jobs.append((scxml, []))
            }
        }
        let answers = try StatechartEngine.qt.steps(of: jobs)
        for number in charts.indices where graphs[number].hasPrefix("{") {
            let walk = try Walk(json: graphs[number])
            let isOrdered = !charts[number].contains("<parallel")
            for (requests, seen) in zip(jobs[number].sequences, answers[number]) {
                let wrong = zip(seen, walk.steps(requests)).enumerated().first { !Self.agree($1.0, $1.1, isOrdered) }
                if let (count, steps) = wrong {
                    Issue.record("chart \(number): \(steps) after \(requests.prefix(count))")
                    break
                }
            }
        }
    }

    /// Regions do what they do one after the other, an engine exit by exit: the order of their effects differs.
    private static func agree(
        _ seen: StatechartEngine.Step, _ step: (states: Set<String>, log: [String]), _ isOrdered: Bool
    ) -> Bool {
        let log = seen.log.split(separator: "\n").map(String.init)
        return seen.states == step.states && (isOrdered ? log == step.log : log.sorted() == step.log.sorted())
    }
}

/// A machine that does what a graph says.
private struct Walk {
    private let graph: SavedGraph

    init(json: String) throws { graph = try JSONDecoder().decode(SavedGraph.self, from: Data(json.utf8)) }

    func tour() throws -> [[String]] {
        let cells = Dictionary(uniqueKeysWithValues: graph.states.map { ($0.name, $0.cells) })
        let model = MachineModel(
            { graph.initial }, requests: graph.requests,
            perform: { state, request in
                let cell = cells[state]?.first { $0.request == request }
                state = cell?.target ?? state
                return cell?.outcome
            },
            state: { $0 })
        return try model.explore(limit: .max).transitionTour()
    }

    /// The names of the innermost states, and the effects, at the start and after each request.
    func steps(_ requests: [String]) -> [(states: Set<String>, log: [String])] {
        var name = graph.initial
        func leaves() -> Set<String> {
            let state = graph.states.first { $0.name == name }!
            return Set(
                (state.regions ?? [state.name]).map { path in
                    String(path.split(separator: "/").last!.prefix { $0 != "," })
                })
        }
        return [(leaves(), graph.startTrace)]
            + requests.map { request in
                let cell = graph.states.first { $0.name == name }!.cells.first { $0.request == request }!
                name = cell.target
                return (leaves(), cell.trace)
            }
    }
}
