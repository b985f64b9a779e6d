import CheckoutFlow
import Foundation
import InMemoryServices
import LoopbackBroker
import Messaging
import NetworkTestSupport
import STOMP
import SampleApp
import Sockets
import TestSupport
import Testing

/// The story of two readers, the same on every server.
@Suite(.blocking, .timeLimit(.minutes(60))) struct `The story of the bookshop` {
    @Test func `is printed by the command, recorded, and made again`() throws {
        try Program.withTemporaryFolder { folder in
            let (program, file) = (Program(product: "playground"), folder.appending(path: "story.jsonl"))
            let path = file.path(percentEncoded: false)
            let told = try program.run(["app", "--story", "--record", path])
            #expect(told == Program.Result(output: bookshopStory + "\n"))
            #expect(try program.run(["app"]) == told)
            let replayed = try program.run(["replay", "app", path])
            let lines = replayed.output.split(separator: "\n")
            #expect(lines.count >= 8 && lines.allSatisfy { $0.contains(": no deviation in ") }, "\(replayed)")
            // The secrets of tokens are UUIDs. Keys of purchases have one hyphen, and may be digits alone.
            var text = try String(contentsOf: file, encoding: .utf8)
            #expect(text.contains("token 4 of ada") && !text.contains(/-[0-9A-F]{4}-[0-9A-F]{4}-/))
            text.replace(/(paid\(_:\)","state":")[^"]*/, maxReplacements: 1) { "\($0.1)Stable" }
            try Data(text.utf8).write(to: file)
            let place = text.split(separator: "\n").firstIndex { $0.contains("\"Stable\"") }
            let deviating = try program.run(["replay", "app", path])
            #expect(deviating.output.contains(", line \(try #require(place) + 1)\n"), "\(deviating)")
        }
    }

    @Test func `is the same over the loopback broker of the test`() async throws {
        let shop = try LoopbackShop()
        let lines = await told(on: shop)
        #expect(lines.joined(separator: "\n") == bookshopStory)
        await shop.broker.wait { $0.present.isEmpty }
        #expect(shop.broker.counts.most == ["ada": 1, "bob": 1])
        #expect(shop.payments.ledger.charges.count == 2)
    }
}

@Suite(
    .serialized, .enabled(if: RabbitMQ.isExpected, "There is no RabbitMQ here."), .timeLimit(.minutes(60)),
    .rabbitMQ)
struct `The story of the bookshop with RabbitMQ` {
    @Test func `is the same, with a presence service next to the broker`() async throws {
        let shop = RabbitMQShop(.shared)
        var configuration = PresenceService.Configuration()
        configuration.timeout = .seconds(4)
        let stomp = try await RabbitMQ.shared.connected(as: "presence")
        let service = PresenceService(stomp, configuration: configuration)
        let lines = await told(on: shop) {
            try await withThrowingDiscardingTaskGroup { group in
                group.addTask { try await service.run() }
                group.addTask {
                    // A broker that is starting refuses everyone for a moment.
                    for await status in stomp.statusUpdates where status.phase == .disconnected {
                        try await stomp.connect(with: .issued(for: "presence"))
                    }
                }
            }
        }
        #expect(lines.joined(separator: "\n") == bookshopStory)
        #expect(shop.payments.ledger.charges.count == 2)
    }
}

/// Tells the story next to services. Their failure is an issue.
private func told(
    on server: any StoryServer, nextTo services: @escaping @Sendable () async throws -> Void = {}
) async -> [String] {
    var lines: [String] = []
    let serving = Task {
        do { try await services() } catch { if !Task.isCancelled { Issue.record(error, "A service has failed.") } }
    }
    do {
        try await AppStory(on: server) { lines.append($0) }.run()
    } catch {
        Issue.record(error, "Nothing happened after “\(lines.last ?? "")”.")
    }
    serving.cancel()
    return lines
}

nonisolated private let bookshopStory = """
    As long as there is no valid token, an app shows log-in. A link from outside waits.
      ada  sees Log in
      bob  sees Log in
      ada  follows a link to the reviews of book 7: Log in, a link waits
      ada  logs in, and sees Shelf › Book 7 › Reviews
      ada  swipes the reviews away: Shelf › Book 7

    A token that expires is refreshed, and no screen takes notice.
      bob  logs in, and sees Shelf
      bob  has token 2 after a second, in the same session, and sees Shelf

    Each screen reports its place, and what its reader does there.
             ┌───────────────────┐
             │ Book 7            │
             │   ada (looking)   │
             ├───────────────────┤
             │ [Shelf]  Profile  │
             └───────────────────┘
      ada  listens to the sample: Playing/Advancing
      bob  sees “ada (listening)”
      ada  swipes the sample away: Stopped

    A purchase is charged, and its notice comes over the session.
             ┌─────────────────────────────┐
             │ Purchase                    │
             │   Book 7 for 9.07 EUR       │
             │   Stable                    │
             │   paid: Book 7 for 9.07 EUR │
             ├─────────────────────────────┤
             │ Book 7                      │
             ├─────────────────────────────┤
             │ [Shelf]  Profile            │
             └─────────────────────────────┘

    The readers of a book share a room.
      bob  sees “ada: Did you like it?”
      ada  sees “bob: I am on page 3!”
             ┌─────────────────────────┐
             │ Room                    │
             │   bob (talking)         │
             │   ada: Did you like it? │
             │   bob: I am on page 3!  │
             ├─────────────────────────┤
             │ Book 7                  │
             ├─────────────────────────┤
             │ [Shelf]  Profile        │
             └─────────────────────────┘

    The broker breaks down. What is said and bought then arrives afterwards, once.
      ada  has no connection
      bob  has no connection
      ada  sees “ada: Are you there? (unsent)”
      bob  pays, and the answer is lost: the app asks again by itself, and shows “Pushing”
      ada  is connected again
      bob  is connected again
      bob  sees “paid: Book 7 for 9.07 EUR”
             ┌─────────────────────────┐
             │ Room                    │
             │   ada (talking)         │
             │   ada: Did you like it? │
             │   bob: I am on page 3!  │
             │   ada: Are you there?   │
             ├─────────────────────────┤
             │ Book 7                  │
             ├─────────────────────────┤
             │ [Shelf]  Profile        │
             └─────────────────────────┘
      bank was asked 3 times, and has charged 2 books

    In the background, an app has no connection, and its reader is away.
      bob  looks at something else
      ada  sees no other reader
      bob  is back, and sees “ada: Where have you gone?”

    A token that is refused leads to log-in, and from there back to the same place.
             ┌─────────────────────────────────────┐
             │ Log in                              │
             │   your log-in is not valid any more │
             └─────────────────────────────────────┘
      bob  sees no other reader
      ada  logs in, and sees Shelf › Book 7 › Room
      ada  sees “bob: There you are.”

    After log-out, nothing of the reader is left.
      ada  logs out, and sees Log in
      bob  sees no other reader
      bob  sees “bob: Good night, Ada.”
      ada  keeps nothing
    """
