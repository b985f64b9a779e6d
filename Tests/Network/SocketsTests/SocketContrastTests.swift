import EnumTwins
import Sockets
import StateExploration
import StatePattern
import Testing

/// The socket against the same machine written as enums.
@Suite struct `Socket as classes and as an enum` {
    @Test func `agree in every situation, on every request`() throws {
        #expect(try SocketContrast.machine.agreement(with: SocketContrast.twin) == [11, 11 * 10])
    }

    @Test func `have the states of the table, no dead end, and no request that nothing handles`() throws {
        let graph = try SocketContrast.machine.explore()
        let expected = Situation.allCases.map(\.nameInGraph)
        #expect(graph.unreachable(of: expected) == [])
        #expect(Set(graph.states) == Set(expected))
        #expect(graph.deadEnds == [])
        #expect(graph.unhandledRequests == [])
        #expect(graph.transitionTour().count == 1)
    }

    @Test func `have a graph that the table describes, cell by cell`() throws {
        let graph = try SocketContrast.machine.explore()
        for (state, name) in graph.states.enumerated() {
            for (index, request) in graph.requests.enumerated() {
                let cell = graph.cells[state][index]
                let row = Cell.table.first { $0.situation.nameInGraph == name && $0.request == request }
                #expect(cell.outcome == row?.outcome ?? .unhandled, "\(request) in \(name)")
                #expect(graph.states[cell.target] == row?.target.nameInGraph ?? name, "\(request) in \(name)")
                #expect(cell.trace == row?.effects.map(\.words) ?? [], "\(request) in \(name)")
            }
        }
    }

    @Test func `are told apart when any one cell of the enum is changed`() async throws {
        let mutants = try SocketContrast.twin.explore().mutants()
        #expect(mutants.count == 1298)
        #expect(try await SocketContrast.machine.undetected(mutants) == [])
    }

    @Test func `agree on long random sequences, with numbers that are late or never were`() {
        let comparison = NumberedRequest.machine.compareAtRandom(
            with: NumberedRequest.twin, seed: 11, sequences: 300, length: 60
        ) { NumberedRequest.random(using: &$0) }
        if let difference = comparison.difference { Issue.record("\(difference)") }
    }
}

extension Situation {
    /// The name of this situation in exploration.
    var nameInGraph: String { self == .disconnectingToConnect ? "Disconnecting, connects again" : rawValue }
}
