import AsyncPrimitives
import NetworkTestSupport
import STOMPTestSupport
import Sockets
import TestSupport
import Testing

@testable import STOMP

/// Messages for a subscription without a reader.
@Suite(.timeLimit(.minutes(10))) struct StompFloodTests {
    @Test func `No more bytes than the limit wait for a reader, and for the session; the server waits`() async throws {
        let fixture = StompFixture(configure: { $0.socket.messageByteLimit = 10_000 })
        let subscription = try await fixture.session.subscribe(to: "/topic/a", id: "a")
        await fixture.connect()
        try await subscription.confirmed()
        let padding = String(repeating: "x", count: 1_000)
        for number in 1...100 { await fixture.broker.deliver("\(number) \(padding)", to: "a", on: 1) }
        let transport = await fixture.broker.network.transport(1)
        // Nine messages fit in, with their headers, and one more waits for room: for the reader, and before the session.
        await transport.waitForUnread(80)
        await yieldWhile { await fixture.session.subscriptions.entries.first?.queue.stalls.isStalled == false }
        for _ in 1...100 { await Task.yield() }
        #expect(transport.unread == 80)
        var iterator = subscription.makeAsyncIterator()
        for number in 1...100 { #expect(try await iterator.next()?.text == "\(number) \(padding)") }
    }
}
