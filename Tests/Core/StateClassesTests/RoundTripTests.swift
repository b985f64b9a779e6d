import Foundation
import CheckoutFlow
import Messaging
import Navigation
import Playback
import Sockets
@testable import StateExploration
import TestSupport
import Testing

@testable import StateClasses
@testable import Grader

enum Exercises {
    static func charts() throws -> [Chart] { try Solution.all.map { try Chart(scxml: $0.explore().scxml()) } }
}

/// From a machine to its chart, to classes, and back to the same graph.
@Suite struct `Machines` {
    static func formats<Request>(of graph: StateGraph<Request>) throws -> [(format: String, chart: Chart)] {
        [
            ("SCXML", try Chart(scxml: graph.scxml())), ("JSON", try Chart(json: graph.json())),
            ("Mermaid", try Chart(mermaid: graph.mermaid())),
        ]
    }

    static func check(_ graphs: [(name: String, json: String, charts: [(format: String, chart: Chart)])]) throws {
        var sources: [(name: String, text: String)] = []
        for (name, _, charts) in graphs {
            for (format, chart) in charts { sources.append((name + format, chart.classes(named: name + format))) }
        }
        let printed = try PrintedMachines.graphs(sources)
        var next = printed[...]
        for (name, json, charts) in graphs {
            for (format, _) in charts {
                let text = next.removeFirst()
                guard text.hasPrefix("{") else {
                    Issue.record("\(name) \(format): \(text)")
                    continue
                }
                let (old, new) = try (
                    ChartedGraph(json: json, in: format).graph, ChartedGraph(json: text, in: format).graph
                )
                let difference = GraphDifference(from: old, to: new)
                if !difference.isEmpty { Issue.record("\(name) \(format): \("\(difference)".prefix(900))") }
            }
        }
    }

    @Test func `of the package are the same again`() throws {
        func graph<Request>(_ name: String, _ model: MachineModel<Request>) throws -> (
            String, String, [(format: String, chart: Chart)]
        ) {
            let graph = try model.explore()
            let formats = try Self.formats(of: graph)
            for (format, chart) in formats where format != "JSON" { #expect(chart.gaps == [], "\(name) \(format)") }
            return (name, graph.json(), formats)
        }
        try Self.check([
            graph("Checkout", Checkout.Flow.overview), graph("Player", Player.overview),
            graph("Socket", Socket.model),
            graph("Gate", TokenGate.model), graph("Flow", FlowLifecycle.model),
        ])
    }

    @Test func `of the exercises are the same again`() throws {
        try Self.check(
            Solution.all.enumerated().map { index, solution in
                let graph = try solution.explore()
                return ("Exercise\(index + 1)", graph.json(), try Self.formats(of: graph))
            })
    }

    /// The seeds, of the first 600, of machines whose charts tell their states apart and have no gap of regions.
    private static let told: [UInt64] = [20, 106, 188, 293, 315, 318, 405, 563, 583, 592]

    @Test func `that are random, with regions, are the same again`() throws {
        // Regions in regions do what they do in another order.
        let graphs = try PlannedMachine.graphs(Self.told).map { seed, graph in
            let charts = [
                ("SCXMLInAnyOrder", try Chart(scxml: graph.scxml())), ("JSONInAnyOrder", try Chart(json: graph.json())),
            ]
            return ("Random\(seed)", graph.json(), charts)
        }
        #expect(graphs.count == Self.told.count)
        try Self.check(graphs)
    }
}
