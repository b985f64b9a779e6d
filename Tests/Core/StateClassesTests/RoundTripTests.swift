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

    /// True if a chart tells these states apart: no superstate is a leaf as well, or has regions and substates.
    private static func isSaid(by places: [StateLabel]) -> Bool {
        let labels = Set(places)
        for label in labels where label.regions.contains(where: { $0.depth < label.names.count - 1 }) { return false }
        if labels.contains(where: { label in labels.contains { $0.lies(in: label.withoutDetails.withoutRegions) } }) {
            return false
        }
        let regions = Dictionary(
            grouping: labels.flatMap { label in label.regions.map { (label.names + [$0.name], $0.state) } }
        ) { $0.0 }
        return regions.values.allSatisfy { isSaid(by: $0.map(\.1)) }
    }

    /// A few of the first 600, most of which a chart does not tell in full.
    private static let said: [UInt64] = [20, 106, 188, 293, 315, 318, 405, 563, 583, 592]

    @Test func `that are random, with regions, are the same again`() throws {
        var graphs: [(String, String, [(format: String, chart: Chart)])] = []
        for found in try PlannedMachine.graphs(Self.said) {
            let (places, scxml) = (found.graph.places, found.graph.scxml())
            guard Self.isSaid(by: places) else { continue }
            // Regions in regions do what they do in another order.
            let charts = [
                ("SCXMLInAnyOrder", try Chart(scxml: scxml)), ("JSONInAnyOrder", try Chart(json: found.graph.json())),
            ]
            let gaps = charts[0].1.gaps.map(\.description)
            if gaps.contains(where: { $0.contains("out of a region;") || $0.contains("may ask after") }) {
                continue
            }
            graphs.append(("Random\(found.seed)", found.graph.json(), charts))
        }
        #expect(graphs.count == Self.said.count)
        try Self.check(graphs)
    }
}
