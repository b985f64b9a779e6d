import Foundation
import NetworkTestSupport
import STOMP
import Sockets
import TestSupport
import Testing

@Suite(
    .serialized, .enabled(if: RabbitMQ.isExpected, "There is no RabbitMQ here."), .timeLimit(.minutes(60)),
    .rabbitMQ)
struct RabbitMQTests {
    @Test func `A session begins with a password, and with a token`() async throws {
        for credentials in [StompSession.Credentials(login: "guest", passcode: "guest"), try await .issued(for: "ada")]
        {
            let session = RabbitMQ.shared.session()
            await session.connect(with: credentials)
            try await session.wait(for: .connected)
            await session.end()
            #expect(session.status.phase == .disconnected)
        }
    }

    // The last one goes in several frames of WebSocket.
    @Test(arguments: [[], [0, 65, 0], [255, 0, 254, 10, 13], [UInt8](repeating: 65, count: 1 << 20)] as [[UInt8]])
    func `Every body arrives as it was sent, with its headers`(body: [UInt8]) async throws {
        let session = try await RabbitMQ.shared.connected(as: "ada")
        let queue = "/queue/bytes-\(UUID())"
        let subscription = try await session.subscribe(to: queue)
        let value = "a:b\\c\nd\re ü"
        try await session.send(body, to: queue, headers: [HeaderField("x:y", value)]).acknowledged()
        var messages = subscription.makeAsyncIterator()
        let message = try #require(try await messages.next())
        let isSame = message.body == body
        #expect(isSame, "\(body.count) bytes")
        #expect(message["x:y"] == value)
        await session.end()
    }

    @Test func `A refused message comes again, and an acknowledged one does not`() async throws {
        let session = try await RabbitMQ.shared.connected(as: "ada")
        let queue = "/queue/acknowledgements-\(UUID())"
        let subscription = try await session.subscribe(to: queue, acknowledgement: .individual)
        try await session.send([1], to: queue).acknowledged()
        var messages = subscription.makeAsyncIterator()
        let first = try #require(try await messages.next())
        #expect(!first.isPossiblyRepeated)
        try await session.refuse(first)
        let again = try #require(try await messages.next())
        #expect(again.sendID == first.sendID)
        #expect(again.isPossiblyRepeated)
        try await session.acknowledge(again)
        try await session.send([2], to: queue).acknowledged()
        #expect(try await messages.next()?.body == [2])
        // Not acknowledged: it comes again on the next connection, and the first one does not.
        await session.disconnect()
        await session.connect(with: try await .issued(for: "ada"))
        #expect(try await messages.next()?.body == [2])
        await session.end()
    }

    @Test func `A server that stands still is noticed by its heart-beats, and found again`() async throws {
        let session = try await RabbitMQ.shared.connected(as: "ada") {
            $0.heartBeat = HeartBeat(send: .milliseconds(500), receive: .milliseconds(500))
        }
        let states = session.statusUpdates
        RabbitMQ.shared.freeze()
        let status = await states.first { $0.failure != nil }
        RabbitMQ.shared.thaw()
        #expect(status?.failure == .peerSilent)
        try await session.wait { $0.attempt > 1 && $0.phase == .connected }
        await session.end()
    }

    @Test
    func `A subscription that the token does not allow is refused in the end, and the session continues without it`()
        async throws
    {
        let session = RabbitMQ.shared.session()
        await session.connect(with: try await .issued(for: "ada", scopes: [.read, .configure]))
        try await session.wait(for: .connected)
        let receipt = try await session.send([1], to: "/topic/forbidden")
        let error = await #expect(throws: StompError.self) { try await receipt.acknowledged() }
        guard case .refused? = error else { throw try #require(error) }
        try await session.wait(for: .connected)
        await session.end()
    }
}

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

/// Names on the wire that are used again while messages are on their way.
extension RabbitMQTests {
    @Test(arguments: [false, true])
    func `A subscription gets no message of an earlier one of its name`(isReleased: Bool) async throws {
        let session = try await RabbitMQ.shared.connected(as: "ada")
        let sender = try await RabbitMQ.shared.connected(as: "bob") { $0.sendLimit = 1000 }
        let topics = ["old", "new"].map { "/topic/\($0)-\(UUID())" }
        let sending = Task {
            while !Task.isCancelled {
                for topic in topics {
                    let sends = try await sender.sendSome(50, to: topic)
                    try await sends.last?.acknowledged()
                }
            }
        }
        defer { sending.cancel() }
        for _ in 1...3 {
            var old: StompSubscription? = try await session.subscribe(to: topics[0], id: "x")
            for _ in 1...20 { _ = try await old?.first { _ in true } }
            if isReleased { old = nil }
            let new = try await session.subscribe(to: topics[1], id: "x")
            for _ in 1...20 { #expect(try await new.first { _ in true }?.text == topics[1]) }
            withExtendedLifetime(old) {}
        }
        sending.cancel()
        _ = await sending.result
        await session.end()
        await sender.end()
    }
}

extension StompSession {
    /// Sends messages that say where they are sent to.
    fileprivate func sendSome(_ count: Int, to topic: String) throws -> [PendingSend] {
        try (1...count).map { _ in try send(Array(topic.utf8), to: topic) }
    }
}
