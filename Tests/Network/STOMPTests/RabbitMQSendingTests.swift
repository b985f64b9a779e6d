import AsyncPrimitives
import Foundation
import NetworkTestSupport
@testable import STOMP
import Sockets
import TestSupport
import Testing

/// Exchanges that are not there, and queues that take nothing, with a real server.
extension RabbitMQTests {
    @Test func `One message to an exchange that is not there costs none of 1,000 others to ten queues`() async throws {
        let name = "order-\(UUID())"
        let reader = try await RabbitMQ.shared.connected(as: "bob") { $0.socket.messageLimit = 2_000 }
        var queues: [StompSubscription] = []
        for number in 0..<10 {
            queues.append(try await reader.subscribe(to: "/queue/\(name)-\(number)"))
            try await queues[number].confirmed()
        }
        let session = RabbitMQ.shared.session()
        var (sends, poison): ([StompSession.PendingSend], StompSession.PendingSend?) = ([], nil)
        for number in 0..<1_000 {
            if number == 500 { poison = try await session.send([], to: "/exchange/nowhere/bad") }
            sends.append(try await session.send(Array("\(number)".utf8), to: "/queue/\(name)-\(number % 10)"))
        }
        await session.connect(with: try await .issued(for: "ada"))
        await #expect(throws: StompError.refused("closed the connection")) { try await poison?.acknowledged() }
        for send in sends { try await send.acknowledged() }
        for (number, queue) in queues.enumerated() {
            // What the server had when it closed the connection without a receipt comes twice, with a mark.
            var (texts, unmarked): ([String], [String]) = ([], [])
            for try await message in queue {
                let text = message.text ?? ""
                if !texts.contains(text) { texts.append(text) }
                if !message.isPossiblyRepeated { unmarked.append(text) }
                if texts.count == 100 { break }
            }
            #expect(texts == (0..<100).map { "\($0 * 10 + number)" })
            #expect(Set(unmarked).count == unmarked.count)
        }
        await session.end()
        await reader.end()
    }

    @Test func `The senders to a full queue get an error, and all other messages are acknowledged`() async throws {
        let clock = ManualClock()
        let session = RabbitMQ.shared.session(on: clock) {
            ($0.heartBeat, $0.socket.pingInterval) = (.none, .seconds(1_000_000))
        }
        await session.connect(with: try await .issued(for: "ada"))
        // The server gives up a login that takes 10 s; the next attempt waits for this clock.
        await yieldWhile("the session is not connected") {
            if session.status.wait != nil { clock.advance(by: .milliseconds(500)) }
            return session.status.phase != .connected
        }
        let (attempt, name) = (session.status.attempt, "full-\(UUID())")
        let queue = "/amq/queue/\(name)"  // A message to `/queue/…` would declare it with other properties.
        // STOMP has no header for it.
        try await RabbitMQ.shared.control(
            "set_policy", "full", "^full-", #"{"max-length": 5, "overflow": "reject-publish"}"#)
        let reader = try await RabbitMQ.shared.connected(as: "bob")
        let subscription = try await reader.subscribe(
            to: "/queue/\(name)", acknowledgement: .individual, headers: [HeaderField("prefetch-count", "1")])
        try await subscription.confirmed()
        var sends: [StompSession.PendingSend] = []
        for number in 0..<20 { sends.append(try await session.send([UInt8(number)], to: queue)) }
        for _ in 1...50 { try await session.send([], to: "/topic/other-\(UUID())").acknowledged() }
        await yieldWhile("a message is neither acknowledged nor given up") {
            if clock.due.first == .seconds(30) { clock.advance(by: .seconds(30)) }
            return !sends.allSatisfy(\.promise.isFulfilled)
        }
        var unacknowledged = 0
        for send in sends {
            do { try await send.acknowledged() } catch StompError.unacknowledged { unacknowledged += 1 }
        }
        #expect(unacknowledged >= 14)  // The queue takes five, and one that the reader has.
        try await session.send([], to: "/topic/other-\(UUID())").acknowledged()
        #expect(session.status.attempt == attempt)
        withExtendedLifetime(subscription) {}
        await session.end()
        await reader.end()
    }
}

extension RabbitMQTests {
    @Test func `A subscription that the server refuses takes no other one with it, nor a message`() async throws {
        let session = RabbitMQ.shared.session()
        let topic = "/topic/good-\(UUID())"
        let good = try await session.subscribe(to: topic)
        let bad = try await session.subscribe(to: "/exchange/nowhere-\(UUID())/bad")
        let receipt = try await session.send([1], to: topic)
        await session.connect(with: try await .issued(for: "ada"))
        let error = await #expect(throws: StompError.self) { for try await _ in bad {} }
        guard case .refused? = error else { throw try #require(error) }
        try await receipt.acknowledged()
        var messages = good.makeAsyncIterator()
        #expect(try await messages.next()?.body == [1])
        await session.end()
    }

    @Test func `A subscription is made again after its queue is deleted`() async throws {
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
