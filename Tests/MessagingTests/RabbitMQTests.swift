import Foundation
import Messaging
import Sockets
import TestSupport
import Testing

/// Sessions with a real server.
@Suite(
    .serialized, .enabled(if: RabbitMQ.isExpected, "There is no RabbitMQ here."), .timeLimit(.minutes(1)), .broker)
struct RabbitMQTests {
    @Test func `A session begins with a password`() async throws {
        let session = RabbitMQ.shared.session()
        await session.connect(with: AccessToken(user: "guest", secret: "guest"))
        await session.reach(.connected)
        await session.end()
        #expect(session.status.phase == .disconnected)
    }

    @Test func `A session begins with a token`() async throws {
        let session = RabbitMQ.shared.session()
        await session.connect(with: try .issued(for: "ada"))
        await session.reach(.connected)
        await session.end()
        #expect(session.status.phase == .disconnected)
    }
}
