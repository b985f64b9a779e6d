import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Foundation
import Sockets
import TestSupport
import Testing

/// The refusals of a real server.
extension RabbitMQTests {
    @Test func `A subscription that the server refuses takes no other one with it, nor a message`() async throws {
        let session = RabbitMQ.shared.session()
        let topic = "/topic/good-\(UUID())"
        let good = try await session.subscribe(to: topic)
        let bad = try await session.subscribe(to: "/exchange/nowhere-\(UUID())/bad")
        let receipt = try await session.send([1], to: topic)
        await session.connect(with: try await .issued(for: "ada"))
        do {
            for try await _ in bad {}
            Issue.record("The server was to refuse it.")
        } catch let error as StompError {
            guard case .refused = error else { throw error }
        }
        try await receipt.acknowledged()
        var messages = good.makeAsyncIterator()
        #expect(try await messages.next()?.body == [1])
        await session.end()
    }

    @Test func `A subscription whose queue is deleted is made again`() async throws {
        let session = try await RabbitMQ.shared.connected(as: "ada")
        let queue = "deleted-\(UUID())"
        let subscription = try await session.subscribe(to: "/queue/\(queue)")
        try await subscription.confirmed()
        try await RabbitMQ.shared.control("delete_queue", queue)
        try await session.wait { $0.attempt >= 2 && $0.phase == .connected }
        try await session.send([1], to: "/queue/\(queue)").acknowledged()
        #expect(try await subscription.first { _ in true }?.body == [1])
        await session.end()
    }

    @Test func `A subscription that is released while messages flow does not cost the connection`() async throws {
        let session = try await RabbitMQ.shared.connected(as: "ada")
        let attempt = session.status.attempt
        let other = try await RabbitMQ.shared.connected(as: "bob") { $0.sendLimit = 200 }
        let topic = "/topic/given-up-\(UUID())"
        var subscription: StompSubscription? = try await session.subscribe(
            to: topic, id: "given-up-\(UUID())", acknowledgement: .individual,
            headers: [HeaderField("durable", "true"), HeaderField("auto-delete", "false")])
        try await subscription?.confirmed()
        var receipts: [StompSession.PendingSend] = []
        for number in 0..<200 { receipts.append(try await other.send([UInt8(number)], to: topic)) }
        for receipt in receipts { try await receipt.acknowledged() }
        let first = try await subscription?.first { _ in true }
        try await session.acknowledge(try #require(first))
        subscription = nil
        for number in 0..<20 { try await session.send([UInt8(number)], to: "/topic/other").acknowledged() }
        #expect(session.status.phase == .connected)
        #expect(session.status.attempt == attempt)
        await session.end()
        await other.end()
    }
}
