import Foundation
@testable import StateExploration
import TestSupport
import Testing

@testable import StateClasses

/// Documents that no machine has written, as classes, by SCXML's algorithm, and in an engine by other people.
@Suite struct `Documents` {
    @Test func `that are random do what SCXML's algorithm does, but for what a gap names`() throws {
        let charts = try FuzzSeeds.ofCharts(40).map { (seed: $0, chart: try Chart(scxml: RandomChart(seed: $0).text)) }
        let graphs = try PrintedMachines.graphs(
            charts.map { ("Chart\($0.seed)", $0.chart.classes(named: "Chart\($0.seed)")) })
        var clean = 0
        for ((seed, chart), graph) in zip(charts, graphs) {
            guard graph.hasPrefix("{") else {
                Issue.record("chart \(seed): \(graph)")
                continue
            }
            let walk = try Walk(json: graph, without: chart)
            clean += walk.requests.count
            let isOrdered = !chart.nodes.contains { $0.kind == .parallel }
            for requests in try walk.tour() {
                var interpreter = Interpreter(chart)
                let pairs = zip(interpreter.steps(requests), walk.steps(requests)).enumerated()
                if let (count, (right, seen)) = pairs.first(where: { !Self.agree($1.0, $1.1, isOrdered) }) {
                    Issue.record("chart \(seed): \(seen), not \(right), after \(requests.prefix(count))")
                    break
                }
            }
        }
        #expect(clean >= charts.count, "Gaps leave too little to compare: \(clean) events.")
    }

    @Test(.enabled(if: StatechartEngine.expected.contains(.qt), "Qt's engine for SCXML is not installed"))
    func `without regions in regions do in Qt's engine what the algorithm does`() throws {
        let texts = FuzzSeeds.ofCharts(200).map { RandomChart(seed: $0, nestsRegions: false).text }
        var generator = SeededGenerator(seed: 1)
        let jobs = texts.map { text in
            (text, (0..<3).map { _ in (0..<12).map { _ in ["a", "b", "c", "d"].randomElement(using: &generator)! } })
        }
        for (job, answers) in zip(jobs, try StatechartEngine.qt.steps(of: jobs.map { (scxml: $0.0, sequences: $0.1) }))
        {
            for (requests, seen) in zip(job.1, answers) {
                var interpreter = try Interpreter(Chart(scxml: job.0))
                let steps = seen.map { ($0.states, $0.log.split(separator: "\n").map(String.init)) }
                let isOrdered = !job.0.contains("<parallel")
                let right = interpreter.steps(requests)
                // Qt decides conflicts in another way.
                let pairs = zip(right.prefix(interpreter.undisputed), steps).enumerated()
                let wrong = pairs.first { !Self.agree($1.0, $1.1, isOrdered) }
                if let wrong { Issue.record("Qt: \(wrong.element) after \(requests.prefix(wrong.offset)) of \(job.0)") }
            }
        }
    }

    /// Regions do what they do one after the other, an engine exit by exit: the order of their effects differs.
    private static func agree(
        _ right: (states: Set<String>, log: [String]), _ seen: (states: Set<String>, log: [String]), _ isOrdered: Bool
    ) -> Bool {
        right.states == seen.states && (isOrdered ? right.log == seen.log : right.log.sorted() == seen.log.sorted())
    }
}

/// A machine that does what a graph says, for the events that no gap of its chart concerns.
private struct Walk {
    private let graph: SavedGraph
    let requests: [String]

    init(json: String, without chart: Chart) throws {
        let graph = try JSONDecoder().decode(SavedGraph.self, from: Data(json.utf8))
        let gaps = chart.gaps
        requests = graph.requests.filter { request in
            let targets = chart.nodes.flatMap(\.transitions).filter { $0.event == request }.flatMap(\.targets)
            return !gaps.contains { gap in ([request] + targets).contains { gap.description.contains("“\($0)”") } }
        }
        self.graph = graph
    }

    func tour() throws -> [[String]] {
        let cells = Dictionary(uniqueKeysWithValues: graph.states.map { ($0.name, $0.cells) })
        let model = MachineModel(
            { graph.initial },
            requests: .init(requests) { state, request in
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
