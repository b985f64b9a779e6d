import EnumTwins
import Sockets
import StateExploration
import StatePattern
import TestSupport
import Testing

/// The socket against the same machine written as enums.
@Suite struct `Socket as classes and as an enum` {
    @Test func `agree in every situation, on every request`() throws {
        #expect(try SocketContrast.machine.agreement(with: SocketContrast.twin) == [11, 11 * 10])
    }

    @Test func `have these states, no dead end, and no request that nothing handles`() throws {
        let graph = try SocketContrast.machine.explore()
        let expected = Situation.allCases.map(\.nameInGraph)
        #expect(graph.unreachable(of: expected) == [])
        #expect(Set(graph.states) == Set(expected))
        #expect(graph.deadEnds == [])
        #expect(graph.unhandledRequests == [])
        #expect(graph.transitionTour().count == 1)
    }

    @Test func `are told apart when any one cell of the enum is changed`() async throws {
        let mutants = try SocketContrast.twin.explore().mutants()
        #expect(mutants.count == 1298)
        #expect(try await SocketContrast.machine.undetected(mutants) == [])
    }

    @Test func `have phases that name the classes of the states`() throws {
        expectPhases(\.phase, along: try SocketContrast.machine.explore(), of: { Socket() }) { $1.perform($0) }
    }

    @Test func `have phases that tell waits, attempts and connections`() {
        func phases(where condition: (Socket.Phase) -> Bool) -> [Socket.Phase] {
            Socket.Phase.allCases.filter(condition)
        }
        #expect(phases(where: \.isWaiting) == [.reconnectingWaiting, .suspendedReconnectingWaiting])
        #expect(
            phases(where: \.isAttempting) == [.connecting, .reconnectingAttempting, .suspendedReconnectingAttempting])
        #expect(phases(where: \.isReconnecting) == phases { "\($0)".contains("Reconnecting/") })
        #expect(phases(where: \.isSuspended) == phases { "\($0)".hasPrefix("Suspended/") })
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
