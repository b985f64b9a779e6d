import Foundation
import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Sockets
import TestSupport
import Testing

/// Sessions with a second real server.
@Suite(
    .serialized, .enabled(if: ActiveMQ.isExpected, "There is no ActiveMQ here, or no Python with websockets."),
    .timeLimit(.minutes(60)), .activeMQ)
struct ActiveMQTests {
    @Test func `A durable subscription keeps messages for its reader that is away, until it ends for good`()
        async throws
    {
        try await BrokerStory.activeMQ().keepsMessages()
    }

    @Test func `A refused message goes to the dead-letter queue`() async throws {
        try await BrokerStory.activeMQ().refusesForGood()
    }

    @Test func `Replies to a temporary queue that is subscribed to arrive`() async throws {
        try await BrokerStory.activeMQ().replies { try await $0.subscribe(to: $1) }
    }

    @Test func `A second connection with the same client-id is refused, and its owner tries again`() async throws {
        let headers = [HeaderField("client-id", "ada-\(UUID())")]
        let first = try await ActiveMQ.shared.connected(as: "ada") { $0.connectHeaders = headers }
        let second = ActiveMQ.shared.session { $0.connectHeaders = headers }
        await second.connect(with: .init(login: "ada", passcode: ""))
        let status = try await second.wait { $0.phase == .disconnected && $0.failure != nil }
        guard case .unauthenticated(let words, _)? = status.failure else { throw try #require(status.failure) }
        #expect(words.contains("already connected"))
        await first.end()
        await second.connect(with: .init(login: "ada", passcode: ""))
        try await second.wait(for: .connected)
        await second.end()
    }
}

/// Clients of a cluster of three nodes, of which one after the other fails.
///
/// Nodes take some ten seconds to start, and start often. So this runs where `CLUSTER` is set, and beside no other test. Its
/// value is the number of rooms, each with six members.
@Suite(
    .enabled(if: ProcessInfo.processInfo.environment["CLUSTER"] != nil, "CLUSTER is not set."),
    .enabled(if: RabbitMQ.isExpected, "There is no RabbitMQ here."), .timeLimit(.minutes(60)))
struct RabbitMQClusterTests {
    @Test func `Clients continue whichever node fails, and nothing that was acknowledged is lost`() async throws {
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
