import EnumTwins
import StateExploration
import Testing

/// The lifecycle of a flow against the same machine written as an enum.
@Suite struct `Lifecycle of a flow as classes and as an enum` {
    @Test func `agree in every situation, on every request`() throws {
        let size = try FlowLifecycleContrast.machine.agreement(with: FlowLifecycleContrast.twin)
        #expect(size == [28, 28 * 9])
    }

    @Test func `have no dead end but the end, and no request that nothing handles`() throws {
        let graph = try FlowLifecycleContrast.machine.explore()
        #expect(graph.deadEnds == ["Ended"])
        #expect(graph.unhandledRequests == [])
    }

    @Test func `agree on long random sequences`() {
        let requests = FlowLifecycleVariant.allCases
        let comparison = FlowLifecycleContrast.longMachine.compareAtRandom(
            with: FlowLifecycleContrast.longTwin, seed: 6, sequences: 300, length: 40
        ) { requests[Int.random(in: requests.indices, using: &$0)] }
        if let difference = comparison.difference { Issue.record("\(difference)") }
    }

    @Test func `are told apart when any one cell of the enum is changed`() async throws {
        let mutants = try FlowLifecycleContrast.smallTwin.explore().mutants()
        #expect(mutants.count == 958)
        #expect(try await FlowLifecycleContrast.smallMachine.undetected(mutants) == [])
    }
}

/// A presentation against the same machine written as an enum.
@Suite struct `Presentation as classes and as an enum` {
    @Test func `agree in every situation, on every request`() throws {
        #expect(try PresentationContrast.machine.agreement(with: PresentationContrast.twin) == [10, 10 * 7])
    }

    @Test func `have no dead end but the end, and no request that nothing handles`() throws {
        let graph = try PresentationContrast.machine.explore()
        #expect(graph.deadEnds == ["Dismissed"])
        #expect(graph.unhandledRequests == [])
    }

    @Test func `are told apart when any one cell of the enum is changed`() async throws {
        let mutants = try PresentationContrast.twin.explore().mutants()
        #expect(mutants.count == 758)
        #expect(try await PresentationContrast.machine.undetected(mutants) == [])
    }
}
