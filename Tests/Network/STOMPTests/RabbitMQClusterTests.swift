import Foundation
import NetworkTestSupport
import STOMPTestSupport
import TestSupport
import Testing

/// Clients of a cluster of three nodes, of which one after the other fails.
///
/// Nodes take some ten seconds to start, and start often. So this runs where `CLUSTER` is set, and beside no other test. Its
/// value is the number of rooms, each with six members.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment["CLUSTER"] != nil, "CLUSTER is not set."),
    .enabled(if: RabbitMQ.isExpected, "There is no RabbitMQ here."), .timeLimit(.minutes(10)))
struct RabbitMQClusterTests {
    @Test func `Clients go on whichever node fails, and nothing that was acknowledged is lost`() async throws {
        let cluster = try RabbitMQCluster()
        do {
            try await cluster.start()
            try await tell(on: cluster)
        } catch {
            Issue.record(error)
        }
        await cluster.end()
    }

    private func tell(on cluster: RabbitMQCluster) async throws {
        let nodes = cluster.nodes
        let rooms = ProcessInfo.processInfo.environment["CLUSTER"].flatMap { Int($0) } ?? 1
        let story = try await ClusterStory(on: cluster, rooms: rooms)
        for (number, node) in nodes.enumerated() {
            try await story.talk("without \(number)") { try await node.kill() }
            if number < 2 { try await cluster.start(node) }
        }
        try await story.talk("a second one is killed, and both start again") {
            try await nodes[0].kill()
            try await cluster.start(nodes[0], nodes[2])
        }
        try await story.talk("one is cut off") { try await cluster.cutOff(nodes[2]) }
        try await cluster.reconnect(nodes[2])
        try await story.talk("all are back")
        #expect(story.unmarkedRepetitions == [])
        await story.end()
    }
}
