@testable import STOMP
import NetworkTestSupport
@testable import Messaging
import Sockets
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct `A chat` {
    private let fixture = StompFixture()
    private let chat: Chat

    init() {
        chat = fixture.messaging().chat
    }

    private func deliver(
        _ text: String, id: String, by author: String = "bob", turn: String = "", on number: Int = 1
    ) async {
        await fixture.broker.deliver(
            text, to: "chat/ada/device/quay", id: id, on: number, HeaderField("send-id", id),
            HeaderField("author", author), HeaderField("turn", turn))
    }

    private func wait(for lines: [String], in room: ChatRoom) async {
        for await contents in room.changes where contents.messages.map(\.description) == lines { return }
        Issue.record("The room is gone.")
    }

    @Test func `shows what others say, in the order of the server, and acknowledges it`() async throws {
        await fixture.connect()
        let room = try await chat.enter("quay")
        for number in 1...3 { await deliver("\(number)", id: "\(number)") }
        await wait(for: ["bob: 1", "bob: 2", "bob: 3"], in: room)
        _ = await fixture.broker.frame(on: 1) { $0.command == .ack && $0["id"] == "3" }
        #expect(await fixture.sent(on: 1, [.ack]) == ["ACK 1", "ACK 2", "ACK 3"])
    }

    @Test func `shows the messages of a sender in the sender's order, whichever come late`() async throws {
        await fixture.connect()
        let room = try await chat.enter("quay")
        for turn in ["b/2", "b", "e/1", "b/4", "b/1", "b/x", "b/3", "b/1"] { await deliver(turn, id: turn, turn: turn) }
        await wait(for: ["b/1", "b/2", "b", "e/1", "b/3", "b/4", "b/x"].map { "bob: \($0)" }, in: room)
        for number in 1...2 {
            let id = try await room.send("\(number)").id
            let frame = await fixture.broker.frame(on: 1) { $0["send-id"] == id }
            #expect(frame["turn"]?.hasSuffix("/\(number)") == true)
        }
    }

    @Test func `shows how far an own message has come`() async throws {
        fixture.broker.ignore(.send)
        let room = try await chat.enter("quay")
        let receipt = try await room.send("Ahoy")
        await wait(for: ["ada: Ahoy (unsent)"], in: room)
        await fixture.connect()
        let frame = await fixture.broker.frame(on: 1) { $0.command == .send }
        #expect(frame["persistent"] == "true")
        await fixture.broker.send(.receipt(for: frame), on: 1)
        await wait(for: ["ada: Ahoy (sent)"], in: room)
        await deliver("Ahoy", id: receipt.id, by: "ada")
        await wait(for: ["ada: Ahoy"], in: room)
    }

    @Test func `gives an own message the place that the server has given it`() async throws {
        fixture.broker.ignore(.send)
        await fixture.connect()
        let room = try await chat.enter("quay")
        let receipt = try await room.send("second")
        await deliver("first", id: "1")
        await wait(for: ["bob: first", "ada: second (unsent)"], in: room)
        await deliver("second", id: receipt.id, by: "ada")
        await deliver("third", id: "3")
        await wait(for: ["bob: first", "ada: second", "bob: third"], in: room)
    }

    @Test func `shows a message once, however often it is delivered`() async throws {
        await fixture.connect()
        let room = try await chat.enter("quay")
        await deliver("1", id: "1")
        await wait(for: ["bob: 1"], in: room)
        await fixture.reconnect(after: 1)
        await deliver("1", id: "1", on: 2)
        await deliver("2", id: "2", on: 2)
        await wait(for: ["bob: 1", "bob: 2"], in: room)
        // The server wants an answer to the repetition as well.
        #expect(await fixture.broker.frame(on: 2) { $0.command == .ack }["id"] == "1")
    }

    @Test func `shows what was not sent, and that nothing is received after the end of the session`() async throws {
        let room = try await chat.enter("quay")
        try await room.send("lost")
        await fixture.session.end()
        await wait(for: ["ada: lost (not sent: the session has ended)"], in: room)
        for await contents in room.changes where contents.problem != nil { break }
        #expect(room.contents.problem == "the session has ended")
        await #expect(throws: StompError.ended) { try await room.send("more") }
        await #expect(throws: StompError.ended) { _ = try await chat.enter("quay") }
    }

    @Test func `leaves a room when the last of its screens has gone, and remembers what was said`() async throws {
        await fixture.connect()
        var first: ChatRoom? = try await chat.enter("quay")
        var second: ChatRoom? = try await chat.enter("quay")
        await deliver("1", id: "1")
        if let first { await wait(for: ["bob: 1"], in: first) }
        first = nil
        #expect(second?.name == "quay")
        second = nil
        _ = await fixture.broker.frame(on: 1) { $0.command == .unsubscribe }
        #expect(
            await fixture.sent(on: 1) == ["SUBSCRIBE chat/ada/device/quay", "UNSUBSCRIBE chat/ada/device/quay"])
        let third = try await chat.enter("quay")
        #expect(third.contents.messages.map(\.text) == ["1"])
    }

    @Test func `shows a mark for bytes that are not UTF-8, and why a message cannot be read`() async throws {
        await fixture.connect()
        let room = try await chat.enter("quay")
        let transport = await fixture.broker.network.transport(1)
        for (author, rest) in [("bob", "\nA"), ("eve", "x:\\t\n\nB")] {
            let head = "MESSAGE\nsubscription:chat/ada/device/quay\ndestination:a\nmessage-id:\(author)\nack:1\n"
            transport.emit(.binary(Array("\(head)author:\(author)\n\(rest)".utf8) + [0xFF, 0]))
        }
        await wait(for: ["bob: A\u{FFFD}", "eve: (not shown: “\\t” is no escape)"], in: room)
    }

    @Test func `entering a room after the end of its subscription subscribes again`() async throws {
        await fixture.connect()
        fixture.broker.ignore(.subscribe)
        let first = try await chat.enter("quay")
        await fixture.broker.refuse("not yet", on: 1) { $0.command == .subscribe }
        for await contents in first.changes where contents.problem != nil { break }
        #expect(first.contents.problem == "refused by the server: not yet")
        fixture.broker.ignoreNothing()
        await fixture.reconnect(after: 1)
        let second = try await chat.enter("quay")
        #expect(second.contents.problem == nil)
        #expect(await fixture.sent(on: 2) == ["SUBSCRIBE chat/ada/device/quay"])
        await deliver("1", id: "1", on: 2)
        await wait(for: ["bob: 1"], in: first)
    }

    @Test
    func
        `a screen that enters again at once after a failure gets in if the server agrees, and nothing else is remembered`()
        async throws
    {
        let names = Mutex(["/topic/\0", "/topic/chat.quay"])
        let chat = fixture.messaging { $0.roomDestination = { _ in names.withLock { $0.removeFirst() } } }.chat
        await #expect(throws: StompError.self) { _ = try await chat.enter("quay") }
        var room: ChatRoom? = try await chat.enter("quay")
        #expect(room?.contents.problem == nil)
        room = nil
        await yieldWhile("the room is remembered") { await !chat.rooms.isEmpty }
    }

    @Test func `a screen that is cancelled while it enters does not cost the next one its subscription`() async throws {
        await fixture.connect()
        let (asked, ask) = AsyncStream.makeStream(of: Void.self)
        let chat = fixture.messaging {
            $0.roomDestination = { _ in
                ask.yield()
                return "/topic/chat.quay"
            }
        }.chat
        let hold = await SessionHold.begin(on: fixture.session)
        let first = Task { _ = try await chat.enter("quay") }
        for await _ in asked { break }
        first.cancel()
        await chat.takeTurn()  // By then, it is gone, if it could be.
        let second = Task { try await chat.enter("quay") }
        await yieldWhile("one screen has entered") { await chat.rooms["quay"]?.screens != 2 }
        hold.release()
        let room = try await second.value
        _ = await first.result
        #expect(await fixture.sent(on: 1) == ["SUBSCRIBE chat/ada/device/quay"])
        await deliver("1", id: "1")
        await wait(for: ["bob: 1"], in: room)
    }

    @Test(arguments: [0, -1]) func `a history without room is refused`(limit: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [limit] in
            _ = StompFixture().messaging { $0.historyLimit = limit }
        }
        #expect(result?.errors.contains("The history of a room must have room for at least one message.") == true)
    }

    @Test(arguments: [
        // The bytes of the texts, the limits, the number of messages that stay.
        ([], 2, 9, 0), ([1, 1, 1], 2, 9, 2), ([4, 5, 5], 3, 10, 2), ([4, 5, 6], 3, 10, 1), ([11], 3, 10, 1),
        ([1, 11], 3, 10, 1), ([11, 1], 3, 10, 1), ([0, 0], .max, 0, 2), ([1], 1, -1, 1),
    ]) func `a history has the newest messages within its limits, and at least one`(
        sizes: [Int], limit: Int, byteLimit: Int, count: Int
    ) {
        let messages = sizes.map { ChatMessage(id: "\($0)", author: "eve", text: String(repeating: "x", count: $0)) }
        var contents = ChatRoom.Contents(messages: messages)
        contents.limit(to: limit, byteLimit: byteLimit)
        #expect(contents.messages == messages.suffix(count))
    }

    @Test func `a room may be called anything`() async throws {
        await fixture.connect()
        let room = try await chat.enter("a/b.c ä:\n#")
        let frame = await fixture.broker.frame(on: 1) { $0.command == .subscribe }
        #expect(frame["destination"] == "/topic/chat.a%2Fb%2Ec%20%C3%A4%3A%0A%23")
        withExtendedLifetime(room) {}
    }

    @Test func `each device of each user has its own subscription, whatever they are called`() async throws {
        await fixture.connect()
        var ids: Set<String> = []
        for (user, device) in [("ada", "phone"), ("ada", "tablet"), ("ada/phone", ""), ("ada", "phone/quay")] {
            let session = MessagingSession(user: user, device: device, stomp: fixture.session)
            let room = try await session.chat.enter("quay")
            ids.insert(await fixture.broker.frames(on: 1).last { $0.command == .subscribe }?["id"] ?? "")
            withExtendedLifetime(room) {}
        }
        #expect(
            ids == [
                "chat/ada/phone/quay", "chat/ada/tablet/quay", "chat/ada%2Fphone//quay", "chat/ada/phone%2Fquay/quay",
            ])
    }
}
