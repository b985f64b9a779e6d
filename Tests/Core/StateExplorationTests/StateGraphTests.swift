import StateExploration
import StatePattern
import Testing

@Suite struct `The questions of a graph` {
    @Test func `a state that carries data is expected by its path alone, or by its whole text`() throws {
        let graph = try table(
            requests: ["call"],
            [
                "Service/Idle, floor 0": ["Service/Idle, floor 1"],
                "Service/Idle, floor 1": [""],
            ]
        ).explore()
        let expected = ["Service/Idle", "Service/Idle, floor 1", "Service/Idle, floor 2", "Service", "Idle"]
        #expect(graph.unreachable(of: expected) == ["Service/Idle, floor 2", "Service", "Idle"])
    }

    @Test func `which requests lead to the nearest state where a condition holds`() throws {
        let graph = try door.explore()
        #expect(graph.shortestPath { $0.hasSuffix("Locked") } == ["lock"])
        #expect(graph.shortestPath { $0 == "Gone" } == ["remove"])
        #expect(graph.shortestPath { $0.hasPrefix("Closed") } == [])
        #expect(graph.shortestPath { $0 == "Ajar" } == nil)
        #expect(try Ring.model(7).explore().shortestPath { Int($0)! > 2 } == ["back"])
        #expect(try Ring.model(7).explore().shortestPath { $0 == "4" } == ["back", "back", "back"])
    }

    @Test func `from which states a goal cannot be reached`() throws {
        let graph = try door.explore()
        #expect(graph.states(unableToReach: { $0 == "Open" }) == ["Gone"])
        #expect(graph.states(unableToReach: { $0 == "Gone" }) == [])
        #expect(graph.states(unableToReach: { $0 == "Ajar" }) == graph.states)
        // Left and Right are no dead ends, but there is no way back from them.
        let trap = try table(
            requests: ["a", "b"],
            ["Start": ["Left", ""], "Left": ["", "Right"], "Right": ["Left", ""]]
        ).explore()
        #expect(trap.deadEnds == [])
        #expect(trap.states(unableToReach: { $0 == "Start" }) == ["Left", "Right"])
    }

    @Test(arguments: [
        Sample("door") { door }, Sample("ring") { Ring.model(12) },
        Sample("one state") { Ring.model(1, requests: ["hop"]) },
        Sample("two dead ends") {
            table(requests: ["a", "b"], ["Start": ["Left", "Right"], "Left": ["", ""], "Right": ["", ""]])
        },
    ])
    func `covering sequences go through every cell`(sample: Sample) throws {
        for bound in ["none", "Open", "5"] {
            let graph = try sample.model().explore(within: { $0 != bound })
            var open = Set(graph.cells.indices.flatMap { state in graph.cells[state].indices.map { [state, $0] } })
            for sequence in graph.transitionTour() {
                var state = 0
                for request in sequence {
                    let index = try #require(graph.requests.firstIndex(of: request))
                    try #require(graph.states[state] != bound)
                    open.remove([state, index])
                    state = graph.cells[state][index].target
                }
            }
            #expect(open == [])
        }
    }

    @Test func `one covering sequence is enough where every state leads to every other`() throws {
        let sequences = try Ring.model(12).explore().transitionTour()
        #expect(sequences.count == 1)
        #expect(sequences[0].count < 2 * 24)
    }

    @Test func `which requests no state handles`() throws {
        let model = MachineModel(
            { 0 },
            requests: [
                "refused": { _ in .refused }, "unhandled": { _ in .unhandled }, "notMade": { _ in nil },
                "handled": { _ in .handled },
            ],
            state: { "\($0)" })
        #expect(try model.explore().unhandledRequests == ["refused", "unhandled", "notMade"])
        #expect(
            try model.explore().table()
                == """
                | state | refused | unhandled | notMade | handled |
                | --- | --- | --- | --- | --- |
                | 0 | refused |  | not made | handled |

                """
        )
    }
}
