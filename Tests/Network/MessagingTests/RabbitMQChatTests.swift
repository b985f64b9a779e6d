import Foundation
import NetworkTestSupport
import Sockets
import TestSupport
import Testing

@testable import Messaging
@testable import STOMP

@Suite(
    .serialized, .enabled(if: RabbitMQ.isExpected, "There is no RabbitMQ here."), .timeLimit(.minutes(60)),
    .rabbitMQ)
struct RabbitMQMessagingTests {
    @Test func `Two users see all that is said once and in order, over a restart of the server and an absence`()
        async throws
    {
        let broker = RabbitMQ.shared
        let (ada, bob) = (try await broker.messaging(as: "ada"), try await broker.messaging(as: "bob"))
        let name = "harbour \(UUID())"
        let (adas, bobs) = (try await ada.chat.enter(name), try await bob.chat.enter(name))
        // A user with an acknowledged message has been in the room before it.
        for room in [bobs, adas] { try await room.send("hello").acknowledged() }
        for number in 1...10 { try await (number.isMultiple(of: 2) ? adas : bobs).send("\(number)").acknowledged() }
        await bobs.wait { $0.last == "ada: 10" }
        await bob.disconnect()
        for number in 11...13 { try await adas.send("\(number)").acknowledged() }
        try await broker.stop()
        let receipt = try await adas.send("14")
        try await broker.start()
        try await receipt.acknowledged()
        await bob.connect(with: try await .issued(for: "bob"))
        let said = (1...14).map { ($0 > 10 || $0.isMultiple(of: 2) ? "ada: " : "bob: ") + "\($0)" }
        for room in [adas, bobs] {
            await room.wait { $0.last == said.last }
            #expect(room.contents.messages.map(\.description).filter { !$0.hasSuffix("hello") } == said)
        }
        await ada.end()
        await bob.end()
    }

    @Test func `A sender's messages are in order, although another line takes every second one and dies`() async throws
    {
        let broker = RabbitMQ.shared
        let (ada, bob) = (try await broker.messaging(as: "ada"), try await broker.messaging(as: "bob"))
        let (adas, bobs) = (try await ada.chat.enter("pier"), try await bob.chat.enter("pier"))
        for room in [bobs, adas] { try await room.send("hello").acknowledged() }
        // As an earlier line of Bob's, which RabbitMQ still takes for a reader of the queue.
        let (line, names) = (try await broker.connected(as: "bob"), MessagingSession.Configuration())
        let reader = try await line.subscribe(
            to: names.roomDestination("pier"), id: names.roomSubscription(of: "bob", on: "device", to: "pier"),
            acknowledgement: .individual, headers: names.roomHeaders)
        try await reader.confirmed()
        for number in 1...6 { try await adas.send("\(number)").acknowledged() }
        await bobs.wait { $0.count == 5 }
        await line.abort()
        await bobs.wait { $0.count == 8 }
        #expect(
            bobs.contents.messages.filter { $0.author == "ada" }.map(\.text) == ["hello", "1", "2", "3", "4", "5", "6"])
        await ada.end()
        await bob.end()
    }

    @Test func `A screen with a token that does not let it see who else is there gets an error`() async throws {
        let ada = MessagingSession(user: "ada", device: "device", stomp: RabbitMQ.shared.session())
        let others = try await ada.presence.report("harbour")
        await ada.connect(with: try await .issued(for: "ada", scopes: [.read, .configure]))
        let problem = try #require(await others.first { $0.problem != nil }?.problem)
        #expect(problem.contains("refused"))
        await ada.end()
    }

    @Test func `Messages are kept for a user who has left a room, and not for one who has forgotten it`() async throws {
        let broker = RabbitMQ.shared
        var names = MessagingSession.Configuration()
        names.roomHeaders.append(HeaderField("x-expires", "600000"))
        let (adas, bobs) = (try await broker.connected(as: "ada"), try await broker.connected(as: "bob"))
        let ada = MessagingSession(user: "ada", device: "phone", stomp: adas, configuration: names)
        let bob = MessagingSession(user: "bob", device: "phone", stomp: bobs, configuration: names)
        let speaker = try await bob.chat.enter("forgotten")

        var room: ChatRoom? = try await ada.chat.enter("forgotten")
        try await ada.send([], to: "/topic/barrier").acknowledged()  // The server has done all before, too.
        room = nil
        // What is said before the server knows is given to who has left, and not kept.
        await yieldWhile("the subscription is not released") { await !adas.subscriptions.entries.isEmpty }
        try await ada.send([], to: "/topic/barrier").acknowledged()
        try await speaker.send("kept").acknowledged()
        room = try await ada.chat.enter("forgotten")
        await room?.wait { $0 == ["bob: kept"] }

        try await ada.chat.forget("forgotten")
        try await ada.send([], to: "/topic/barrier").acknowledged()
        try await speaker.send("dropped").acknowledged()
        room = try await ada.chat.enter("forgotten")
        try await ada.send([], to: "/topic/barrier").acknowledged()
        try await speaker.send("new").acknowledged()
        await room?.wait { $0.last == "bob: new" }
        #expect(room?.contents.messages.map(\.text) == ["new"])

        try await ada.chat.forget("forgotten")
        try await bob.chat.forget("forgotten")
        await adas.end()
        await bobs.end()
    }
}

extension RabbitMQ {
    fileprivate func messaging(as user: String) async throws -> MessagingSession {
        MessagingSession(user: user, device: "device", stomp: try await connected(as: user))
    }
}
