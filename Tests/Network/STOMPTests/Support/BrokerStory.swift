import Foundation
import NetworkTestSupport
import STOMP
import Sockets
import Testing

/// The headers that a broker wants, and stories that are the same with each broker.
struct BrokerStory {
    private let server: any STOMPServer
    private let name: String
    private let connectHeaders: [HeaderField]
    private let durable: [HeaderField]
    /// The headers of each `UNSUBSCRIBE` that a durable subscription needs to end for good.
    private let endings: [[HeaderField]]
    private let refusal: [HeaderField]
    private let deadLetters: String

    static func rabbitMQ() -> BrokerStory {
        let name = "ada-\(UUID())"
        let durable = [HeaderField("durable", "true"), HeaderField("auto-delete", "false")]
        let deadLetters = [
            HeaderField("x-dead-letter-exchange", ""), HeaderField("x-dead-letter-routing-key", "dead-\(name)"),
        ]
        return BrokerStory(
            server: RabbitMQ.shared, name: name, connectHeaders: [], durable: durable + deadLetters,
            endings: [durable], refusal: [HeaderField("requeue", "false")], deadLetters: "/queue/dead-\(name)")
    }

    static func activeMQ() -> BrokerStory {
        let name = "ada-\(UUID())"
        let durable = [HeaderField("activemq.subscriptionName", name)]
        return BrokerStory(
            server: ActiveMQ.shared, name: name, connectHeaders: [HeaderField("client-id", name)], durable: durable,
            endings: [[], durable], refusal: [], deadLetters: "/queue/ActiveMQ.DLQ")
    }

    /// Tells of a subscriber that is away, comes back, and ends its subscription for good.
    func keepsMessages() async throws {
        let topic = "/topic/kept-\(name)"
        let bob = try await server.connected(as: "bob")
        let ada = try await connected()
        try await subscribe(ada, to: topic).confirmed()
        await ada.end()
        try await send("while she is away", to: topic, in: bob)

        let back = try await connected()
        let kept = try await subscribe(back, to: topic)
        let message = try #require(try await kept.first { _ in true })
        #expect(message.text == "while she is away")
        try await back.acknowledge(message)
        for headers in endings { try await back.unsubscribe(name, headers: headers) }
        withExtendedLifetime(kept) {}
        try await send("", to: "/topic/last-\(name)", in: back)  // The server has read all that came before.
        await back.end()
        try await send("after the end", to: topic, in: bob)

        let again = try await connected()
        let messages = try await subscribe(again, to: topic)
        try await messages.confirmed()
        try await send("anew", to: topic, in: bob)
        #expect(try await messages.first { _ in true }?.text == "anew")
        await again.end()
        await bob.end()
    }

    /// Tells of a message that is refused for good.
    func refusesForGood() async throws {
        let topic = "/topic/refused-\(name)"
        let ada = try await connected()
        let dead = try await ada.subscribe(to: deadLetters)
        let messages = try await subscribe(ada, to: topic)
        for subscription in [dead, messages] { try await subscription.confirmed() }
        for text in ["bad", "good"] { try await send(text, to: topic, in: ada) }
        var iterator = messages.makeAsyncIterator()
        try await ada.refuse(try #require(try await iterator.next()), headers: refusal)
        #expect(try await iterator.next()?.text == "good")
        #expect(try await dead.first { $0.text == "bad" } != nil)
        try await send("last", to: topic, in: ada)
        #expect(try await iterator.next()?.text == "last")
        await ada.end()
    }

    /// Tells of replies to a temporary queue, on one connection and on the next; `listen` makes their sequence.
    func replies(_ listen: (StompSession, String) async throws -> StompSubscription) async throws {
        let bob = try await server.connected(as: "bob")
        let questions = try await bob.subscribe(to: "/queue/questions-\(name)")
        let answering = Task {
            for try await question in questions {
                try await bob.send(question.body, to: try #require(question["reply-to"]))
            }
        }
        let ada = try await connected()
        var replies = try await listen(ada, "/temp-queue/answers").makeAsyncIterator()
        for text in ["one", "two"] {
            let headers = [HeaderField("reply-to", "/temp-queue/answers")]
            try await ada.send(Array(text.utf8), to: "/queue/questions-\(name)", headers: headers)
            #expect(try await replies.next()?.text == text)
            await ada.disconnect()
            await ada.connect(with: try await .issued(for: "ada"))
        }
        answering.cancel()
        await ada.end()
        await bob.end()
    }

    private func connected() async throws -> StompSession {
        try await server.connected(as: "ada") { $0.connectHeaders = connectHeaders }
    }

    private func subscribe(_ session: StompSession, to topic: String) async throws -> StompSubscription {
        try await session.subscribe(to: topic, id: name, acknowledgement: .individual, headers: durable)
    }

    private func send(_ text: String, to destination: String, in session: StompSession) async throws {
        let headers = [HeaderField("persistent", "true")]
        try await session.send(Array(text.utf8), to: destination, headers: headers).acknowledged()
    }
}
