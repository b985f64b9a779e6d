import EnumTwins
import StateExploration
import Testing

/// The lifecycle of a flow against the same machine written as an enum.
@Suite struct `Lifecycle of a flow as classes and as an enum` {
    @Test func `agree in every situation, on every request`() throws {
        guard
            case .agreement(let states, let cells) =
                try FlowLifecycleContrast.machine.compare(with: FlowLifecycleContrast.twin)
        else {
            Issue.record("they differ")
            return
        }
        #expect(states == 28)
        #expect(cells == states * 9)
    }

    @Test func `have no dead end but the end, and no request that nothing handles`() throws {
        let graph = try FlowLifecycleContrast.machine.explore()
        #expect(graph.deadEnds == ["Ended"])
        #expect(graph.neverHandled == [])
    }

    @Test func `agree on long random sequences`() {
        let requests = FlowLifecycleRequest.allCases
        let comparison = FlowLifecycleContrast.longMachine.compareAtRandom(
            with: FlowLifecycleContrast.longTwin, seed: 6, sequences: 300, length: 40
        ) { requests[Int.random(in: requests.indices, using: &$0)] }
        if let difference = comparison.difference { Issue.record("\(difference)") }
    }

    @Test func `are told apart when any one cell of the enum is changed`() throws {
        let mutants = try FlowLifecycleContrast.smallTwin.explore().mutants()
        #expect(mutants.count == 958)
        for mutant in mutants {
            let comparison = try FlowLifecycleContrast.smallMachine.compare(with: Explorable("mutant", mutant.graph))
            #expect(comparison.difference != nil, "\(mutant.name)")
        }
    }
}

/// A presentation against the same machine written as an enum.
@Suite struct `Presentation as classes and as an enum` {
    @Test func `agree in every situation, on every request`() throws {
        guard
            case .agreement(let states, let cells) =
                try PresentationContrast.machine.compare(with: PresentationContrast.twin)
        else {
            Issue.record("they differ")
            return
        }
        #expect(states == 10)
        #expect(cells == states * 7)
    }

    @Test func `are told apart when any one cell of the enum is changed`() throws {
        let mutants = try PresentationContrast.twin.explore().mutants()
        #expect(mutants.count == 758)
        for mutant in mutants {
            let comparison = try PresentationContrast.machine.compare(with: Explorable("mutant", mutant.graph))
            #expect(comparison.difference != nil, "\(mutant.name)")
        }
    }
}
