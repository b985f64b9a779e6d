import StateExploration
import StatePattern
import Testing

@Suite struct `Outcomes of a model` {
    @Test func `of a kind that no state handles make a request that is never handled`() throws {
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

    @Test func `of another kind are a mutant of each cell`() throws {
        let model = MachineModel(
            { 0 },
            requests: [
                "transitioned": { _ in .transitioned }, "handled": { _ in .handled }, "deferred": { _ in .deferred },
                "unhandled": { _ in .unhandled }, "refused": { _ in .refused }, "queued": { _ in .queued },
                "notMade": { _ in nil },
            ],
            state: { "\($0)" })
        let mutants = try model.explore().mutants()
        #expect(mutants.count == 7)
        for mutant in mutants {
            #expect(try model.compare(with: MachineModel(mutant.graph)).difference != nil, "\(mutant.name)")
        }
    }
}
