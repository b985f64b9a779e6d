import STOMP
import Testing

/// The headers of frames that a real server knows.
extension RabbitMQTests {
    @Test func `A durable subscription keeps messages for its reader that is away, until it ends for good`()
        async throws
    {
        try await BrokerStory.rabbitMQ().keepsMessages()
    }

    @Test func `A message that is refused without requeue goes to the dead-letter exchange`() async throws {
        try await BrokerStory.rabbitMQ().refusesForGood()
    }

    @Test func `Replies to a temporary queue arrive, which is subscribed to by the server`() async throws {
        try await BrokerStory.rabbitMQ().replies { try await $0.replies(to: $1) }
    }
}
