import StateExploration
import Testing

@testable import Contrast

/// The socket as its article published it, as code and as a diagram.
@Suite struct `The published socket` {
    @Test func `has code that differs from its diagram in four cells, and nowhere else`() throws {
        let differences = try PublishedSocket.code().differences(from: PublishedSocket.diagram())
        #expect(
            differences.map(\.requests) == [
                ["connect", "authFailed"],
                ["connect", "connectionFailed", "connectionFailed", "connected"],
                ["connect", "connected", "suspend", "connectionFailed", "connected"],
                ["connect", "connected", "suspend", "connectionFailed", "connectionFailed", "connected"],
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
        for model in [PublishedSocket.code(), PublishedSocket.diagram()] {
            let graph = try model.explore()
            #expect(Set(graph.states) == Set(PublishedSocket.Place.allCases.map(\.rawValue)))
            #expect(graph.cellCount == 100)
        }
        let edges = PublishedSocket.Place.edges
        #expect(edges.count == 27)
        #expect(Set(edges.map { "\($0.source) \($0.event)" }).count == 27)
    }
}
