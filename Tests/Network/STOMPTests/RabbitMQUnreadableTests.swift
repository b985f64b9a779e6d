import Foundation
import NetworkTestSupport
import STOMP
import Sockets
import TestSupport
import Testing

/// Messages that break a limit or a rule, from a server that delivers each again until it is answered.
extension RabbitMQTests {
    /// Puts each message on a separate durable queue with a good one behind it, and reads all over one connection.
    @Test func `A message that cannot be read costs its reader this one, and the session nothing`() async throws {
        let broker = RabbitMQ.shared
        let publisher = try await broker.connected(as: "ada")
        func queue(_ index: Int) -> String { "unreadable-\(index)" }
        func sendToAll(_ text: String) async throws {
            for index in unreadable.indices {
                try await publisher.send(Array(text.utf8), to: "/queue/\(queue(index))").acknowledged()
            }
        }
        try await sendToAll("first")  // This creates the queues.
        try await broker.publish(unreadable.enumerated().map { (queue($0), $1.message) })
        try await sendToAll("good")

        let session = try await broker.connected(as: "ada")
        for (index, message) in unreadable.enumerated() {
            let subscription = try await session.subscribe(
                to: "/queue/\(queue(index))", acknowledgement: .individual)
            let seen = await texts(of: subscription, on: session)
            #expect(seen == ["first", message.isSeenAs, "good"], "\(message.name)")
        }
        #expect(session.status.attempt == 1)
        // The server has dropped what was skipped, and the rest was acknowledged.
        try await session.send([], to: "/topic/barrier").acknowledged()
        await session.disconnect()
        for line in try await broker.control("list_queues", "name", "messages").split(separator: "\n")
        where line.hasPrefix("unreadable") {
            #expect(line.hasSuffix("\t0"), "\(line)")
        }
        await session.end()
        await publisher.end()
    }
}

/// The texts of messages and the reasons for which others were skipped, up to the good one; `nil` if the session has had to
/// connect again before.
private func texts(of subscription: StompSubscription, on session: StompSession) async -> [String]? {
    await withTaskGroup(of: [String]?.self) { group in
        group.addTask {
            var texts: [String] = []
            var events = subscription.events.makeAsyncIterator()
            while texts.last != "good", let event = try? await events.next() {
                switch event {
                case .message(let message):
                    texts.append(message.text ?? "\(message.body)")
                    try? await session.acknowledge(message)
                case .skipped(_, let reason): texts.append(reason)
                }
            }
            return texts
        }
        group.addTask {
            _ = try? await session.wait { $0.attempt > 1 }
            return nil
        }
        defer { group.cancelAll() }
        return await group.next() ?? nil
    }
}

private let unreadable: [(name: String, message: AMQPMessage, isSeenAs: String)] = [
    (
        "a body over the limit", AMQPMessage(body: "binary:copy(<<97>>, 17000000)"),
        "the body has more than \(FrameLimits().bodyLength) bytes"
    ),
    (
        "200 headers",
        AMQPMessage(
            [("headers", "[{integer_to_binary(N),longstr,<<120>>} || N <- lists:seq(1,200)]")], body: #"<<"many">>"#),
        "many"
    ),
    (
        "a line over the limit",
        AMQPMessage([("headers", #"[{<<"x">>,longstr,binary:copy(<<97>>, 20000)}]"#)], body: #"<<"long">>"#), "long"
    ),
    (
        "a header that is not UTF-8",
        AMQPMessage(
            [("headers", #"[{<<"x">>,longstr,<<255,254>>},{<<255>>,longstr,<<"x">>}]"#)], body: #"<<"odd">>"#),
        "odd"
    ),
    ("a header without a name", AMQPMessage([("headers", #"[{<<"">>,longstr,<<"v">>}]"#)], body: #"<<"odd">>"#), "odd"),
    (
        "a NUL in a header",
        AMQPMessage([("headers", #"[{<<"x",0>>,longstr,<<"a",0,"b">>}]"#)], body: #"<<"odd">>"#), "odd"
    ),
    ("a NUL in a property", AMQPMessage([("message_id", #"<<"a",0,"b">>"#)], body: #"<<"odd">>"#), "odd"),
    ("a body that is not UTF-8", AMQPMessage(body: "<<255,0,254>>"), "[255, 0, 254]"),
    ("no body", AMQPMessage(body: "<<>>"), ""),
    (
        "headers of the server's own names",
        AMQPMessage(
            [("headers", #"[{<<"subscription">>,longstr,<<"x">>},{<<"content-length">>,longstr,<<"1">>}]"#)],
            body: #"<<"forged">>"#), "forged"
    ),
]
