import StateExploration
import StatePattern
import Testing

/// A search that stops at a bound. The door, where it is not explored how it is when it is open.
@Suite struct `A bounded exploration` {
    private let graph: StateGraph<String>

    init() throws { graph = try door.explore(within: { $0 != "Open" }) }

    @Test func `lists the states outside, which have no cells`() {
        #expect(graph.states == ["Closed/Unlocked", "Open", "Closed/Locked", "Gone"])
        #expect(graph.unexplored == ["Open"])
        #expect(graph.cells.map(\.count) == [6, 0, 6, 6])
        #expect(graph.cellCount == 18)
    }

    @Test func `has no state outside when nothing leads there, and nothing else when it starts there`() throws {
        #expect(try door.explore(within: { $0 != "Ajar" }).unexplored == [])
        let nothing = try door.explore(within: { _ in false })
        #expect(nothing.states == ["Closed/Unlocked"])
        #expect(nothing.unexplored == nothing.states)
        #expect(nothing.deadEnds == [])
        #expect(nothing.unhandledRequests == [])
        #expect(nothing.transitionTour() == [])
        #expect(nothing.mutants().isEmpty)
        #expect(nothing.states(unableToReach: { $0 == "Gone" }) == [])
        #expect(nothing.diagram().outline() == "  Closed\n    Unlocked (not explored)\n")
    }

    @Test func `does not take a state outside for a dead end, nor a request for one that is never handled there`() {
        #expect(graph.deadEnds == ["Gone"])
        #expect(graph.unhandledRequests == ["close", "knock"])
    }

    @Test func `leads to states outside, and may lead on to any goal from there`() {
        #expect(graph.shortestPath { $0 == "Open" } == ["open"])
        #expect(graph.unreachable(of: ["Open", "Ajar"]) == ["Ajar"])
        #expect(graph.states(unableToReach: { $0 == "Ajar" }) == ["Gone"])
    }

    @Test func `is compared within the same bound, where every change of a cell is found`() throws {
        let mutants = graph.mutants()
        #expect(mutants.count == 18 * 4)
        for mutant in mutants {
            let comparison = try door.compare(
                with: MachineModel(mutant.graph, named: "mutant"), within: { $0 != "Open" })
            #expect(comparison.difference != nil, "\(mutant.name)")
        }
        let comparison = try door.compare(with: MachineModel(graph), within: { $0 != "Open" })
        #expect("\(comparison)" == "no difference in 4 states and 18 cells")
        #expect(try door.compare(with: MachineModel(graph)).difference?.requests == ["open", "open"])
    }

    @Test func `is drawn with a mark at the states outside`() throws {
        #expect(
            graph.diagram().outline() == """
                  Closed
                      remove → Gone
                    Unlocked
                        open → Open
                        lock → Closed/Locked
                    Locked
                        unlock → Closed/Unlocked
                  Open (not explored)
                  Gone

                """)
        #expect(graph.table().contains("| Open | ? | ? | ? | ? | ? | ? |\n"))
        #expect(graph.mermaid().hasSuffix("    classDef unexplored stroke-dasharray:4\n    class Open unexplored\n"))
        #expect(graph.svg().split(separator: "unexplored\" data-state=\"Open\"").count == 2)
    }
}
