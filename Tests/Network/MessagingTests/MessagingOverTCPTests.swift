import STOMP
import LoopbackBroker
import STOMPTestSupport
import Messaging
import Testing

/// Two users who talk through a broker that fails, and see each other come and go.
@Suite(.timeLimit(.minutes(60))) struct MessagingOverTCPTests {
    private let broker = LoopbackBroker()

    init() throws { try broker.start() }

    @Test func `Two users see the same, in the same order`() async throws {
        let (ada, bob) = (await broker.connected("ada"), await broker.connected("bob"))
        let (adas, bobs) = (try await ada.chat.enter("harbour"), try await bob.chat.enter("harbour"))
        await broker.wait { $0.subscriptions == ["ada": 1, "bob": 1] }
        for number in 1...20 {
            try await adas.send("\(number)")
            try await bobs.send("\(-number)")
        }
        for room in [adas, bobs] { await room.wait { $0.count == 40 && !$0.contains { $0.contains("(") } } }
        #expect(adas.contents == bobs.contents)
        let said = adas.contents.messages
        #expect(said.filter { $0.author == "ada" }.map(\.text) == (1...20).map { "\($0)" })
        #expect(said.filter { $0.author == "bob" }.map(\.text) == (1...20).map { "\(-$0)" })
    }

    @Test func `Two devices of a user that are on at once each get all messages`() async throws {
        let devices = ["phone", "tablet"].map { name in broker.session(of: "ada", on: name) }
        var rooms: [ChatRoom] = []
        for device in devices {
            await device.connect()
            rooms.append(try await device.chat.enter("harbour"))
        }
        await broker.wait { $0.subscriptions == ["ada": 2] }
        for number in 1...4 { try await rooms[0].send("\(number)") }
        for room in rooms { await room.wait { $0 == (1...4).map { "ada: \($0)" } } }
    }

    @Test func `A restart in between loses nothing that was acknowledged, and shows nothing twice`() async throws {
        let (ada, bob) = (await broker.connected("ada"), await broker.connected("bob"))
        let (adas, bobs) = (try await ada.chat.enter("harbour"), try await bob.chat.enter("harbour"))
        await broker.wait { $0.subscriptions == ["ada": 1, "bob": 1] }
        for round in 0..<3 {
            for number in 1...10 {
                try await adas.send("\(round * 10 + number)")
                try await bobs.send("\(-round * 10 - number)")
            }
            broker.faults.lossyDestinations = ["/topic/chat.harbour"]
            broker.stop()
            try broker.start()
            await broker.wait { $0.present == ["ada": 1, "bob": 1] }
        }
        for room in [adas, bobs] { await room.wait { $0.count == 60 && !$0.contains { $0.contains("(") } } }
        for (author, sign) in [("ada", 1), ("bob", -1)] {
            let sent = (1...30).map { "\(sign * $0)" }
            for room in [adas, bobs] {
                let texts = room.contents.messages.filter { $0.author == author }.map(\.text)
                // Some may be delivered once more, and none is shown so.
                #expect(texts == sent, "\(author)")
            }
        }
    }

    @Test func `A room that no screen shows is left, and messages sent while it is left are there on coming back`()
        async throws
    {
        let (ada, bob) = (await broker.connected("ada"), await broker.connected("bob"))
        let adas = try await ada.chat.enter("harbour")
        var screens = [try await bob.chat.enter("harbour"), try await bob.chat.enter("harbour")]
        await broker.wait { $0.subscriptions == ["ada": 1, "bob": 1] }
        try await adas.send("one")
        await screens[0].wait { $0 == ["ada: one"] }
        screens.removeLast()
        try await adas.send("two")
        await screens[0].wait { $0 == ["ada: one", "ada: two"] }
        screens.removeLast()
        await broker.wait { $0.subscriptions == ["ada": 1, "bob": 0] }
        try await adas.send("three").acknowledged()
        let again = try await bob.chat.enter("harbour")
        await again.wait { $0 == ["ada: one", "ada: two", "ada: three"] }
    }

    // MARK: Presence

    /// Waits until these others are said to be there.
    private func expect(_ others: [String], in answers: some AsyncSequence<Presence.Snapshot, Never>) async {
        for await answer in answers where answer.names == others { return }
        Issue.record("there was no answer \(others)")
    }

    @Test func `Each at a place learns who else comes and goes`() async throws {
        let (ada, bob) = (await broker.connected("ada"), await broker.connected("bob"))
        let adas = try await ada.presence.report("harbour")
        await expect([], in: adas)
        let bobs = try await bob.presence.report("harbour")
        await expect(["ada"], in: bobs)
        await expect(["bob"], in: adas)
        // Ada has not had this answer before, so it comes over her new connection.
        _ = try await bob.presence.report("harbour", status: "back")
        #expect(await adas.first { $0.users?.map(\.description) == ["bob (back)"] } != nil)
    }

    @Test func `The place is reported again on the next connection`() async throws {
        let (ada, bob) = (await broker.connected("ada"), await broker.connected("bob"))
        let adas = try await ada.presence.report("harbour")
        _ = try await bob.presence.report("harbour")
        await expect(["bob"], in: adas)
        broker.kick("bob")
        await broker.wait { $0.received >= 3 }  // On a slow machine, some are repetitions.
        // An answer that is the same as the last one is not told: a new sequence begins with it.
        await expect(["bob"], in: try await ada.presence.report("harbour"))
        broker.stop()
        try broker.start()
        await broker.wait { $0.received >= 5 }
        await expect(["bob"], in: try await ada.presence.report("harbour"))
        _ = try await bob.presence.report("lighthouse")
        await expect([], in: adas)
    }
}
