import EnumTwins
import Sockets
import StateExploration
import StatePattern
import Testing

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
