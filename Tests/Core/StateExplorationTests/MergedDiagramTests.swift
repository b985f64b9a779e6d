import StateExploration
import StatePattern
import Testing

/// A lift between three floors: its floor multiplies its states, and only the doors matter to a picture.
private struct Lift {
    var isOpen = false
    var floor = 0

    mutating func up() -> Outcome {
        guard !isOpen, floor < 2 else { return .unhandled }
        floor += 1
        return .handled
    }

    mutating func toggle() -> Outcome {
        isOpen.toggle()
        return .transitioned
    }

    mutating func reset() -> Outcome {
        (isOpen, floor) = (false, 0)
        return .transitioned
    }

    static func explore() throws -> StateGraph<String> {
        try MachineModel(
            { Lift() }, requests: ["up": { $0.up() }, "toggle": { $0.toggle() }, "reset": { $0.reset() }],
            state: { "\($0.isOpen ? "Service/Open" : "Service/Closed"), floor \($0.floor)" }
        ).explore()
    }
}

@Suite struct `A diagram of merged states` {
    @Test func `has one node for each path, and no arrow for what changes the data alone`() throws {
        let graph = try Lift.explore()
        #expect(graph.states.count == 6)
        #expect(
            graph.merged().outline(marking: "Service/Open, floor 1") == """
                  Service
                    Closed
                        toggle → Service/Open
                        reset → Service/Closed
                ▸   Open
                        toggle, reset → Service/Closed

                """)
    }

    @Test func `is marked by the merged name as well`() throws {
        let merged = try Lift.explore().merged()
        #expect(merged.mermaid(marking: "Service/Open") == merged.mermaid(marking: "Service/Open, floor 2"))
        #expect(merged.mermaid(marking: "Service/Open").hasSuffix("class Service_Open current\n"))
        #expect(merged.mermaid(marking: "Service") == merged.mermaid())
    }

    @Test func `may have several arrows for one request`() throws {
        let merged = try Lift.explore().merged { $0.hasSuffix("floor 0") ? "Ground" : "Above" }
        #expect(
            merged.outline() == """
                  Ground
                      up → Above
                      toggle, reset → Ground
                  Above
                      toggle → Above
                      reset → Ground

                """)
        let choice = try table(requests: ["go"], ["A, 1": ["B"], "B": ["A, 2"], "A, 2": ["C"], "C": [""]]).explore()
        #expect(choice.merged().arrows.map { [$0.source, $0.target] } == [["B", "A"], ["A", "B"], ["A", "C"]])
    }

    @Test func `is explored where one of its states is`() throws {
        let graph = try Ring.model(3).explore(within: { $0 == "0" })
        #expect(graph.merged { $0 == "0" ? "zero" : "other" }.outline().contains("  other (not explored)\n"))
        #expect(!graph.merged { _ in "any" }.outline().contains("not explored"))
    }
}
