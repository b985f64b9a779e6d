import Foundation
import StateExploration
import StatePattern
import Testing

@Suite struct `A diagram of merged states` {
    /// A lift between three floors: its floor multiplies its states, and only the doors matter to a picture.
    private let graph = try! MachineModel(
        { 0 },
        requests: .init(["up", "toggle", "reset"]) { state, request in
            if request == "up" {
                if state > 1 { return .unhandled }
                state += 1
                return .handled
            }
            state = request == "toggle" ? (state + 3) % 6 : 0
            return .transitioned
        }, state: { "\($0 < 3 ? "Service/Closed" : "Service/Open"), floor \($0 % 3)" }
    ).explore()

    @Test func `has one node for each path, and no arrow for what changes the data alone`() {
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

    @Test func `is marked by the merged name as well`() {
        let merged = graph.merged()
        #expect(merged.mermaid(marking: "Service/Open") == merged.mermaid(marking: "Service/Open, floor 2"))
        #expect(merged.mermaid(marking: "Service/Open").hasSuffix("class Service_Open current\n"))
        #expect(merged.mermaid(marking: "Service") == merged.mermaid())
    }

    @Test func `may have several arrows for one request`() {
        let merged = graph.merged { $0.hasSuffix("floor 0") ? "Ground" : "Above" }
        #expect(
            merged.outline() == """
                  Ground
                      up → Above
                      toggle, reset → Ground
                  Above
                      toggle → Above
                      reset → Ground

                """)
    }

    /// The data that a merged state lacks comes back as the condition of an arrow, without the data that does not matter.
    @Test(arguments: 0..<12) func `has a condition at each arrow that only some data takes`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let table = (0..<3 * 4 * 4 * 3).map { _ in Int.random(in: 0..<3, using: &generator) }
        let requests = ["none", "a alone", "both"]
        let graph = try MachineModel(
            { (state: 0, a: 0, b: 0) },
            requests: .init(requests + ["a", "b"]) { machine, request in
                guard let number = requests.firstIndex(of: request) else {
                    if request == "a" { machine.a = (machine.a + 1) % 4 } else { machine.b = (machine.b + 1) % 4 }
                    return .handled
                }
                let (a, b) = (number > 0 ? machine.a : 0, number > 1 ? machine.b : 0)
                machine.state = table[((number * 4 + a) * 4 + b) * 3 + machine.state]
                return .transitioned
            }, state: { "\(["X", "Y", "Z"][$0.state]), a is \($0.a), b is \($0.b)" }
        ).explore()
        let arrows = graph.merged().arrows.flatMap { arrow in arrow.labels.map { (arrow, $0) } }
        for (state, row) in graph.cells.enumerated() {
            let parts = graph.places[state].data.components(separatedBy: ", ")
            func holds(_ condition: String) -> Bool {
                let isNegated = condition.hasPrefix("not ")
                let values = condition.trimmingPrefix("not ").components(separatedBy: " or ")
                // After four values, the others are left out.
                if values.last == "…" { return true }
                return condition.isEmpty
                    || values.contains { $0.components(separatedBy: " and ").allSatisfy(parts.contains) } != isNegated
            }
            for (request, cell) in zip(requests, row) {
                let taken = arrows.filter {
                    $0.source == graph.statePaths[state] && $1.request == request && holds($1.condition)
                }
                #expect(taken.contains { $0.0.target == graph.statePaths[cell.target] }, "\(request) in \(state)")
                if !taken.contains(where: { $1.condition.hasSuffix("…") }) { #expect(taken.count == 1) }
                for (_, label) in taken {
                    let unused = ["none": ["a is", "b is"], "a alone": ["b is"]][request] ?? []
                    #expect(!unused.contains(where: label.condition.contains), "\(label.text)")
                }
            }
        }
    }

    @Test func `is explored where one of its states is`() throws {
        let graph = try Ring.model(3).explore(within: { $0 == "0" })
        #expect(graph.merged { $0 == "0" ? "zero" : "other" }.outline().contains("  other (not explored)\n"))
        #expect(!graph.merged { _ in "any" }.outline().contains("not explored"))
    }
}
