import Foundation
import NetworkTestSupport
import STOMP
import Sockets
import TestSupport
import Testing

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
