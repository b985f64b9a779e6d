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

    @Test func `are distinguished when any one cell of the enum is changed`() async throws {
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

/// The socket as its article published it, as code and as a diagram, against each other and against the classes.
@Suite struct `The published socket` {
    @Test func `has code that differs from its diagram in four cells, and nowhere else`() throws {
        let differences = try SocketContrast.publishedCode.differences(from: SocketContrast.publishedDiagram)
        #expect(
            differences.map(\.requests) == [
                [.connect, .authFailed],
                [.connect, .connectionFailed, .connectionFailed, .connected],
                [.connect, .connected, .suspend, .connectionFailed, .connected],
                [.connect, .connected, .suspend, .connectionFailed, .connectionFailed, .connected],
            ])
        #expect(
            differences.map { "\($0.left.response) / \($0.right.response)" } == [
                "transitioned, Disconnecting / transitioned, Disconnected",
                "transitioned, StartingSession / unhandled, Reconnecting/Waiting",
                "transitioned, StartingSession / transitioned, Suspended/Idle",
                "transitioned, StartingSession / unhandled, Suspended/Reconnecting/Waiting",
            ])
    }

    @Test func `has ten states in both forms, a hundred cells, and 27 edges in the diagram`() throws {
        for model in [SocketContrast.publishedCode, SocketContrast.publishedDiagram] {
            let graph = try model.explore()
            #expect(Set(graph.states) == Set(Socket.Phase.allCases.map(\.description)))
            #expect(graph.cells.joined().count == 100)
        }
        #expect(PublishedSocketDiagram.edges.count == 27)
        let cells = PublishedSocketDiagram.edges.map { "\($0.source) \($0.event)" }
        #expect(Set(cells).count == 27)
    }

    @Test func `has a diagram of which every edge is in the classes, too`() throws {
        let graph = try SocketContrast.machine.explore()
        for edge in PublishedSocketDiagram.edges {
            let state = try #require(graph.states.firstIndex(of: "\(edge.source)"))
            let cell = graph.cells[state][try #require(graph.requests.firstIndex(of: edge.event))]
            #expect(graph.states[cell.target] == "\(edge.target)", "\(edge)")
        }
    }

    @Test func `ignores a pause while it connects, in the code and in the diagram: that edge is the classes’ own`() {
        for socket: any SocketLike in [
            PublishedSocket<PublishedSocketCode>(), PublishedSocket<PublishedSocketDiagram>(),
        ] {
            _ = socket.perform(.connect)
            #expect(socket.perform(.suspend) == .unhandled)
            #expect(socket.phase == .connecting)
        }
    }

    @Test func `starts a session while it is suspended, in the code only`() {
        let requests: [Socket.Request] = [.connect, .connected, .suspend, .connectionFailed, .connected]
        let sockets: [any SocketLike] = [
            PublishedSocket<PublishedSocketCode>(), PublishedSocket<PublishedSocketDiagram>(),
            SocketContrast.makeSocket(), SocketContrast.makeEnum(),
        ]
        for socket in sockets { for request in requests { _ = socket.perform(request) } }
        #expect(sockets.map(\.phase) == [.startingSession, .suspendedIdle, .suspendedIdle, .suspendedIdle])
    }
}
