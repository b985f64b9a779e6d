import Foundation
import StateExploration
import StatePattern
import TestSupport
import Testing

/// States with regions: drawn side by side, without a state for each combination, and without a wrong arrow.
@Suite struct `Regions` {
    private static let always: Appliance.Rule = { _ in true }

    @Test(arguments: [1, 2, 5]) func `are drawn once each, not once for each combination`(count: Int) throws {
        let graph = try Appliance.model(Array(repeating: Self.always, count: count)).explore()
        #expect(graph.states.count == 1 + 1 << count)
        let diagram = graph.diagram()
        #expect(diagram.roots.map(\.path) == ["Off", "On"])
        #expect(diagram.roots[1].substates.map(\.name) == Array("ABCDE".prefix(count)).map { "\($0)" })
        #expect(diagram.roots[1].substates.allSatisfy { $0.isRegion && $0.substates.map(\.name) == ["Off", "On"] })
        // One arrow each way for the power, and two in each region.
        #expect(diagram.arrows.count == 2 + 2 * count)
    }

    // MARK: Regions that depend on each other

    /// The arrows of a diagram: source, request with its condition, target.
    private static func arrows(_ diagram: StateDiagram) -> [String] {
        diagram.arrows.flatMap { arrow in arrow.labels.map { "\(arrow.source) \($0.text) → \(arrow.target)" } }
    }

    @Test func `that are entered in another state than the first one are an arrow to it, or name it`() throws {
        let graph = try Appliance.model([Self.always, Self.always], remembers: true).explore()
        #expect(
            Self.arrows(graph.merged()).filter { $0.hasPrefix("Off") } == [
                "Off power [[0, 0]] → On", "Off power [[1, 1]] (A in On, B in On) → On",
                "Off power [[1, 0]] → On/~2A/On", "Off power [[0, 1]] → On/~2B/On",
            ])
    }

    @Test func `of random machines are drawn with every cell, also from their JSON`() throws {
        for (seed, graph) in try PlannedMachine.graphs(FuzzSeeds.ofCharts(20)) {
            #expect(DrawnChart.missingCells(of: graph) == [], "seed \(seed)")
            let saved = try JSONDecoder().decode(SavedGraph.self, from: Data(graph.json().utf8))
            #expect(saved.scxml().text == graph.scxml(), "seed \(seed)")
        }
    }

    @Test(.needsStatechartEngine, arguments: StatechartEngine.expected)
    func `of random machines lose nothing either`(in engine: StatechartEngine) throws {
        let charts = try PlannedMachine.graphs(FuzzSeeds.ofCharts(20))
        let disagreements = try engine.disagreements(over: charts.map { ($0.graph.scxml(), $0.graph.json()) })
        for (chart, disagreements) in zip(charts, disagreements) { #expect(disagreements == [], "seed \(chart.seed)") }
    }

    // MARK: A fighter

    @Test func `of a fighter have a condition where they depend on each other, in every format`() throws {
        let graph = try Fighter.model.explore()
        #expect(graph.states.count == 9)  // Of nine combinations all but one, and its death.
        #expect(
            graph.diagram().outline() == """
                  Alive
                      die → Dead
                    ┆ Legs
                      Standing
                          walk → Alive/Legs/Walking
                          jump [Hands not in Attacking] → Alive/Legs/Jumping
                      Walking
                          stop → Alive/Legs/Standing
                          jump [Hands not in Attacking] → Alive/Legs/Jumping
                      Jumping
                          land → Alive/Legs/Standing
                    ┆ Hands
                      Unarmed
                          draw → Alive/Hands/Armed
                      Armed
                          sheathe → Alive/Hands/Unarmed
                          attack [Legs not in Jumping] → Alive/Hands/Attacking
                      Attacking
                          strike → Alive/Hands/Armed
                  Dead

                """)
        let row =
            "| Alive/Hands/Armed |  |  |  |  |  | Alive/Hands/Unarmed | Alive/Hands/Attacking [Legs not in Jumping] |"
        #expect(graph.table().contains(row))
        let mermaid = graph.mermaid(marking: graph.states[1])
        #expect(mermaid.components(separatedBy: "        --\n").count == 2)
        #expect(mermaid.components(separatedBy: "        [*] --> ").count == 3)
        #expect(mermaid.contains("Alive_Hands_Armed --> Alive_Hands_Attacking : attack #91;Legs not in Jumping#93;"))
        #expect(mermaid.contains("class Alive_Legs_Walking current\n    class Alive_Hands_Unarmed current"))
        let scxml = graph.scxml()
        #expect(scxml.contains("<parallel id=\"Alive\" sp:name=\"Alive\">"))
        #expect(scxml.contains("cond=\"In('Alive_Legs_Standing')\" target=\"Alive_Hands_Attacking\"/>"))
        let parts = #","regions":["Alive/Legs/Walking","Alive/Hands/Armed"]}"#
        #expect(graph.json().contains(#""name":"Alive, Legs: Walking | Hands: Armed""# + parts))
    }

    @Test(.enabled(if: MermaidParser.isExpected, "Mermaid's parser is not installed"))
    func `of a fighter are read by Mermaid`() throws {
        #expect(
            try MermaidParser.names(in: Fighter.model.explore().mermaid()).isSuperset(
                of: [
                    "Alive", "Legs", "Hands", "Standing", "Walking", "Jumping", "Unarmed", "Armed", "Attacking", "Dead",
                ]))
    }

    @Test(.needsStatechartEngine) func `of a fighter agree with an engine, and do not when a condition is missing`()
        throws
    {
        let graph = try Fighter.model.explore()
        let scxml = graph.scxml()
        #expect(try StatechartEngine.disagreements(over: scxml, with: graph.json()) == [])
        let without = scxml.replacing(/\ cond="In\('Alive_Legs_\w+'\)"/, with: "")
        #expect(without != scxml)
        #expect(try !StatechartEngine.disagreements(over: without, with: graph.json()).isEmpty)
    }

    @Test func `of a fighter are drawn side by side, with a dashed line between them`() throws {
        let graph = try Fighter.model.explore()
        let picture = try PictureGeometry(graph.svg(marking: "Alive, Legs: Jumping | Hands: Armed"))
        #expect(picture.problems == [])
        #expect(
            picture.boxes.filter(\.isCurrent).map(\.state).sorted() == ["Alive/~2Hands/Armed", "Alive/~2Legs/Jumping"])
        let regions = picture.boxes.filter { ["Alive/~2Legs", "Alive/~2Hands"].contains($0.state) }.map(\.frame)
        #expect(regions.count == 2 && regions[0].y == regions[1].y && regions[0].height == regions[1].height)
        #expect(picture.dividers.count == 1 && picture.dividers[0].width == 0)
        #expect(picture.boxes.count == 10)  // Two states, two regions, and three states in each.
    }
}
