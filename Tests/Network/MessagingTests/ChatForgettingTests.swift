import NetworkTestSupport
@testable import STOMP
@testable import Messaging
import Sockets
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct ChatForgettingTests {
    private static let id = "chat/ada/phone/quay"

    private let fixture = StompFixture()
    private let session: MessagingSession
    private var chat: Chat { session.chat }

    /// Gets a call each time when a room is about to be subscribed to, or forgotten.
    private let asked: AsyncStream<Void>

    init() {
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        self.asked = asked
        session = fixture.messaging(on: "phone") {
            $0.roomDestination = { name in
                ask.yield()
                return "/topic/chat.\(name)"
            }
        }
    }

    /// Begins to forget the room, which ends when the session is released.
    private func forget() async throws -> (forgetting: Task<Void, any Error>, hold: SessionHold) {
        let hold = await SessionHold.begin(on: fixture.session)
        let forgetting = Task { try await chat.forget("quay") }
        for await _ in asked { break }
        return (forgetting, hold)
    }

    /// Delivers a message to the room once the server has its subscription.
    private func deliver(_ text: String) async {
        await waitForSubscription()
        await fixture.broker.deliver(
            text, to: Self.id, on: 1, HeaderField("send-id", "1"), HeaderField("author", "bob"))
    }

    /// Waits for `SUBSCRIBE`, which follows only upon the receipt for an earlier `UNSUBSCRIBE`.
    private func waitForSubscription() async {
        await yieldWhile("there is no new SUBSCRIBE") { await said.last?.hasPrefix("SUBSCRIBE") != true }
    }

    /// The frames about subscriptions on a connection, each with a mark for durable ones.
    private var said: [String] {
        get async {
            await fixture.broker.frames(on: 1).filter { [.subscribe, .unsubscribe].contains($0.command) }
                .map { "\($0.command.rawValue) \($0["id"] ?? "")\($0["durable"] == "true" ? ", durable" : "")" }
        }
    }

    @Test func `A forgotten room is unsubscribed with its headers, and its history is gone`() async throws {
        await fixture.connect()
        let room = try await chat.enter("quay")
        await deliver("Ahoy")
        for await contents in room.changes where contents.messages.count == 1 { break }
        try await chat.forget("quay")
        _ = await fixture.broker.frame(on: 1) { $0.command == .unsubscribe }
        #expect(await said == ["SUBSCRIBE \(Self.id), durable", "UNSUBSCRIBE \(Self.id), durable"])
        #expect(room.contents == ChatRoom.Contents(problem: "the room was forgotten"))
        await #expect(throws: StompError.ended) { try await room.send("Anyone?") }
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
        await deliver("Ahoy")
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
        await yieldWhile("the screen is not released") { witness != nil }
        await deliver("Ahoy")
        for await contents in room.changes where contents.messages.map(\.text) == ["Ahoy"] { break }
        #expect(await said.count == 3)
    }

    @Test(arguments: [false, true])
    func `A screen that enters a room that is being forgotten gets the next room of that name`(isShown: Bool)
        async throws
    {
        await fixture.connect()
        let old = isShown ? try await chat.enter("quay") : nil
        if isShown { for await _ in asked { break } }
        let (forgetting, hold) = try await forget()
        let entering = await chat.beginToEnter("quay")
        await chat.takeTurn()  // By then, the screen has entered, if it could.
        hold.release()
        try await forgetting.value
        let room = try await entering.value
        await waitForSubscription()
        #expect(
            await said == [
                "SUBSCRIBE \(Self.id), durable", "UNSUBSCRIBE \(Self.id), durable", "SUBSCRIBE \(Self.id), durable",
            ])
        #expect(old?.contents.problem == (isShown ? "the room was forgotten" : nil))
        try await room.send("Anyone?")
        await deliver("Ahoy")
        for await contents in room.changes where contents.messages.first?.text == "Ahoy" { break }
    }

    @Test func `A message for a room that was forgotten is neither shown in the next one nor acknowledged`()
        async throws
    {
        await fixture.connect()
        let old = try await chat.enter("quay")
        let contents = try #require(await chat.rooms["quay"]?.current)
        try await chat.forget("quay")
        let room = try await chat.enter("quay")
        let headers = [("destination", "/topic/chat.quay"), ("message-id", "m-1"), ("subscription", Self.id)]
        let frame = Frame(.message, headers: headers.map { HeaderField($0, $1) }, body: Array("Ahoy".utf8))
        let message = StompMessage(frame, for: "subscription-1", attempt: 1, acknowledgementID: "a-1")
        #expect(await !chat.receive(ChatMessage(message), in: "quay", contents))
        #expect(room.contents.messages.isEmpty)
        withExtendedLifetime(old) {}
    }
}

extension Chat {
    /// Begins to enter a room before the chat does anything else.
    fileprivate func beginToEnter(_ name: String) -> Task<ChatRoom, any Error> { Task { try await enter(name) } }
}
