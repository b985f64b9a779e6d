@testable import Messaging
import Sockets
import TestSupport
import Testing

/// Rooms that are left for good.
@Suite(.timeLimit(.minutes(10))) struct ChatForgettingTests {
    private static let id = "chat/ada/phone/quay"

    private let fixture = StompFixture()
    private let session: MessagingSession
    private var chat: Chat { session.chat }

    init() { session = MessagingSession(user: "ada", device: "phone", stomp: fixture.session) }

    private func deliver(_ body: [UInt8], id: String = "1") async {
        let headers = [
            ("destination", "/topic/chat.quay"), ("message-id", "m-\(id)"), ("subscription", Self.id),
            ("ack", "a-\(id)"), ("send-id", id), ("author", "bob"),
        ]
        let frame = Frame(.message, headers: headers.map { Frame.Header($0, $1) }, body: body)
        await fixture.broker.network.transport(1).emit(.binary((try? frame.encoded()) ?? []))
    }

    /// What was said of subscriptions, and whether it is about a durable one.
    private var said: [String] {
        get async {
            await fixture.broker.frames(on: 1).filter { [.subscribe, .unsubscribe].contains($0.command) }
                .map { "\($0.command.rawValue) \($0["id"] ?? "")\($0["durable"] == "true" ? ", durable" : "")" }
        }
    }

    @Test func `A room that is forgotten is given up with its headers, and what was said there is gone`() async throws {
        await fixture.connect()
        let room = try await chat.enter("quay")
        await deliver(Array("Ahoy".utf8))
        for await contents in room.changes where contents.messages.count == 1 { break }
        try await chat.forget("quay")
        _ = await fixture.broker.frame(on: 1) { $0.command == .unsubscribe }
        #expect(await said == ["SUBSCRIBE \(Self.id), durable", "UNSUBSCRIBE \(Self.id), durable"])
        #expect(room.contents == ChatRoom.Contents(problem: "the room was forgotten"))
        await #expect(throws: StompError.ended) { try await room.send("Anybody?") }
        #expect(await chat.rooms.isEmpty)
        let again = try await chat.enter("quay")
        #expect(again.contents == ChatRoom.Contents())
        withExtendedLifetime(room) {}
    }

    @Test func `A room that was left is entered once more to be forgotten, as the server has to know it`() async throws
    {
        await fixture.connect()
        try await chat.forget("quay")
        _ = await fixture.broker.frame(on: 1) { $0.command == .unsubscribe }
        #expect(await said == ["SUBSCRIBE \(Self.id), durable", "UNSUBSCRIBE \(Self.id), durable"])
    }

    @Test func `Without a connection a room cannot be forgotten, and nothing changes`() async throws {
        let room = try await chat.enter("quay")
        await #expect(throws: StompError.notConnected) { try await chat.forget("quay") }
        #expect(room.contents.problem == nil)
        await fixture.connect()
        await deliver(Array("Ahoy".utf8))
        for await contents in room.changes where contents.messages.map(\.text) == ["Ahoy"] { break }
    }

    @Test func `A screen of a forgotten room that goes away does not leave the one that was entered since`()
        async throws
    {
        await fixture.connect()
        var old: ChatRoom? = try await chat.enter("quay")
        try await chat.forget("quay")
        let room = try await chat.enter("quay")
        weak let witness = old
        old = nil
        while witness != nil { await Task.yield() }
        for _ in 1...100 { await Task.yield() }  // Time enough to leave, if it did.
        await deliver(Array("Ahoy".utf8))
        for await contents in room.changes where contents.messages.map(\.text) == ["Ahoy"] { break }
        #expect(await said.count == 3)
    }

    @Test func `Nothing is remembered of a room that could not be entered`() async throws {
        var configuration = MessagingSession.Configuration()
        configuration.roomDestination = { _ in "/topic/\0" }
        let session = MessagingSession(
            user: "ada", device: "phone", stomp: fixture.session, configuration: configuration)
        await #expect(throws: StompError.self) { _ = try await session.chat.enter("quay") }
        while await !session.chat.rooms.isEmpty { await Task.yield() }
        #expect(await session.chat.rooms.isEmpty)
    }

    @Test func `What is not UTF-8 is shown with a mark for what cannot be read`() async throws {
        await fixture.connect()
        let room = try await chat.enter("quay")
        await deliver([0x41, 0xFF, 0x42])
        for await contents in room.changes where contents.messages.map(\.text) == ["A\u{FFFD}B"] { break }
        #expect(room.contents.messages.map(\.author) == ["bob"])
    }
}
