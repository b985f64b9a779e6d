import STOMP
import LoopbackBroker
import NetworkTestSupport
import Messaging
import Testing

/// Two users who talk through a broker that fails.
@Suite(.timeLimit(.minutes(60))) struct MessagingOverTCPTests {
    private let broker = LoopbackBroker()

    init() throws { try broker.start() }

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
}
