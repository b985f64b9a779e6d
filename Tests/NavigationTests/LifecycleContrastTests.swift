import EnumTwins
import StateExploration
import Testing

/// The lifecycle of a flow against the same machine written as an enum.
@Suite struct `Lifecycle of a flow as classes and as an enum` {
    @Test func `agree in every situation, on every request`() throws {
        let size = try agreement(of: FlowLifecycleContrast.machine, and: FlowLifecycleContrast.twin)
        #expect(size == [28, 28 * 9])
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
        #expect(try undetected(mutants, by: FlowLifecycleContrast.smallMachine) == [])
    }
}

/// A presentation against the same machine written as an enum.
@Suite struct `Presentation as classes and as an enum` {
    @Test func `agree in every situation, on every request`() throws {
        #expect(try agreement(of: PresentationContrast.machine, and: PresentationContrast.twin) == [10, 10 * 7])
    }

    @Test func `have no dead end but the end, and no request that nothing handles`() throws {
        let graph = try PresentationContrast.machine.explore()
        #expect(graph.deadEnds == ["Dismissed"])
        #expect(graph.neverHandled == [])
    }

    @Test func `are told apart when any one cell of the enum is changed`() throws {
        let mutants = try PresentationContrast.twin.explore().mutants()
        #expect(mutants.count == 758)
        #expect(try undetected(mutants, by: PresentationContrast.machine) == [])
    }
}

/// The number of states and of cells in which two systems agree; `nil` if they do not.
private func agreement<Request>(of left: Explorable<Request>, and right: Explorable<Request>) throws -> [Int]? {
    guard case .agreement(let states, let cells) = try left.compare(with: right) else { return nil }
    return [states, cells]
}

/// The names of those mutants that a system does not differ from.
private func undetected<Request>(
    _ mutants: [Mutant<Request>], by machine: Explorable<Request>
) throws -> [String] {
    try mutants.filter { try machine.compare(with: Explorable("mutant", $0.graph)).difference == nil }.map(\.name)
}
