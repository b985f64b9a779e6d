import Foundation
import Messaging
import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Sockets
import TestSupport
import Testing

/// A room in which one sends what the others cannot read.
@Suite(
    .enabled(if: RabbitMQ.isExpected, "There is no RabbitMQ here."), .timeLimit(.minutes(10)))
struct UnreadableChatsOverRabbitMQ {
    @Suite(.rabbitMQ(sending: .text)) struct InTextFrames {
        @Test func `The others go on chatting, and see what is not shown and why`() async throws {
            try await othersGoOnChatting()
        }
    }

    @Suite(.rabbitMQ(sending: .binary)) struct InBinaryFrames {
        @Test func `The others go on chatting, and see what is not shown and why`() async throws {
            try await othersGoOnChatting()
        }
    }
}

private func othersGoOnChatting() async throws {
    let broker = RabbitMQ.shared
    let (ada, bob) = (try await broker.session(of: "ada"), try await broker.session(of: "bob"))
    // Another client, which keeps to no limit.
    let eves = try await broker.connected(as: "eve") {
        $0.frameLimits = FrameLimits(headerCount: 1000, lineLength: 100_000, bodyLength: 100_000_000)
    }
    let eve = MessagingSession(user: "eve", device: "device", stomp: eves)
    let rooms = [try await ada.chat.enter("quay"), try await bob.chat.enter("quay"), try await eve.chat.enter("quay")]

    // A user whose message is acknowledged has been in the room before it.
    for room in rooms { try await room.send("hello").acknowledged() }

    func say(_ text: String) async throws {
        try await rooms[0].send(text).acknowledged()
        try await rooms[1].send("\(text), too").acknowledged()
        for room in rooms[...1] { await room.wait { $0.last == "bob: \(text), too" } }
    }
    func sendFromEve(_ body: [UInt8], _ headers: [HeaderField] = []) async throws {
        // RabbitMQ delivers headers in the opposite order: the last one comes before the limit.
        let headers = headers + [HeaderField("persistent", "true"), HeaderField("author", "eve")]
        try await eves.send(body, to: "/topic/chat.quay", headers: headers).acknowledged()
    }

    // With the limits of everybody else, it would not even go out.
    await #expect(throws: StompError.self) { try await rooms[0].send(String(repeating: "a", count: 17_000_000)) }
    try await sendFromEve([UInt8](repeating: 97, count: 17_000_000))
    try await say("one")
    try await sendFromEve([0xff, 0x41])
    try await say("two")
    try await sendFromEve(Array("many headers".utf8), (1...200).map { HeaderField("header-\($0)", "\($0)") })
    try await say("three")
    try await sendFromEve([])
    try await say("four")

    for room in rooms[...1] {
        let seen = room.contents.messages.map(\.description).filter { !$0.hasSuffix("hello") }
        #expect(
            seen == [
                "eve: (not shown: the body has more than 15728640 bytes)", "ada: one", "bob: one, too",
                "eve: \u{FFFD}A", "ada: two", "bob: two, too", "eve: many headers", "ada: three", "bob: three, too",
                "eve: ", "ada: four", "bob: four, too",
            ])
        #expect(room.contents.problem == nil)
    }
    for session in [ada, bob] {
        #expect(session.status.attempt == 1)
        await session.end()
    }
    await eve.end()
}

extension RabbitMQ {
    fileprivate func session(of user: String) async throws -> MessagingSession {
        MessagingSession(user: user, device: "device", stomp: try await connected(as: user))
    }
}
