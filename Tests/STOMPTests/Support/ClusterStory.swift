import AsyncPrimitives
import Foundation
import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Sockets
import Testing

/// Members of one room on several nodes of a cluster: for each node one who sends and one who receives.
struct ClusterStory: Sendable {
    private let topic = "/topic/room-\(UUID())"
    private let senders: [StompSession]
    private let receivers: [Receiver]

    init(on cluster: RabbitMQCluster) async throws {
        var senders: [StompSession] = []
        var receivers: [Receiver] = []
        for (number, node) in cluster.nodes.enumerated() {
            // A session begins with its own node, and knows the others.
            let urls = cluster.nodes.map(\.url)
            func connected() async throws -> StompSession {
                try await node.connected(as: "ada") {
                    $0.urls = Array(urls[number...] + urls[..<number])
                    // RabbitMQ says nothing about a message that a queue rejects whose leader fails.
                    $0.acknowledgementTimeout = .seconds(2)
                    $0.closingLimit = 20  // So long may the cluster be without a majority.
                }
            }
            senders.append(try await connected())
            receivers.append(try await Receiver(of: topic, named: "member-\(number)", in: connected()))
        }
        (self.senders, self.receivers) = (senders, receivers)
    }

    /// Lets every sender send a number of messages, one when the other is acknowledged, and waits until everybody has them.
    ///
    /// - Parameters:
    ///   - name: The beginning of each message.
    ///   - fail: Called when some of the messages are acknowledged, and others still to be sent.
    /// - Throws: What the sessions or `fail` throw.
    func talk(_ name: String, while fail: () async throws -> Void = {}) async throws {
        let count = 50
        let start = ContinuousClock.now
        let (acknowledgements, continuation) = AsyncStream.makeStream(of: Void.self)
        async let sent: Void = withThrowingTaskGroup { group in
            for (number, session) in senders.enumerated() {
                group.addTask { [topic] in
                    for message in 0..<count {
                        let text = "\(name) \(number) \(message)"
                        try await session.send(Array(text.utf8), to: topic).acknowledged()
                        continuation.yield()
                    }
                }
            }
            try await group.waitForAll()
        }
        _ = await acknowledgements.first { _ in true }
        try await fail()
        try await sent
        let expected = senders.indices.flatMap { number in (0..<count).map { "\(name) \(number) \($0)" } }
        for receiver in receivers { await receiver.wait(for: expected) }
        print("Cluster: all members had \(expected.count) messages after \(ContinuousClock.now - start), \(name).")
    }

    /// The number of messages that were delivered more than once without being marked.
    var unmarkedRepetitions: Int { receivers.reduce(0) { $0 + $1.unmarkedRepetitions } }

    /// Ends all sessions.
    func end() async {
        for session in senders { await session.end() }
        for receiver in receivers { await receiver.session.end() }
    }
}

/// A member whose messages wait in a quorum queue while there is no connection.
private final class Receiver: Sendable {
    /// The messages that have been delivered.
    struct Log {
        var texts: Set<String> = []
        var unmarkedRepetitions = 0

        func adding(_ message: StompMessage) -> Log {
            var log = self
            if !log.texts.insert(message.text ?? "").inserted, !message.isPossiblyRepeated {
                log.unmarkedRepetitions += 1
            }
            return log
        }
    }

    let session: StompSession
    private let log = CurrentValue(Log())
    private let reading: ScopedTask

    init(of topic: String, named name: String, in session: StompSession) async throws {
        let headers = [("durable", "true"), ("auto-delete", "false"), ("x-queue-type", "quorum")]
        let messages = try await session.subscribe(
            to: topic, id: name, acknowledgement: .individual, headers: headers.map { Frame.Header($0, $1) })
        try await messages.confirmed()
        self.session = session
        reading = ScopedTask { [log] in
            do {
                for try await message in messages {
                    log.update(to: log.value.adding(message))
                    try await session.acknowledge(message)
                }
            } catch {
                Issue.record(error)
            }
        }
    }

    var unmarkedRepetitions: Int { log.value.unmarkedRepetitions }

    func wait(for texts: [String]) async { await log.wait { $0.texts.isSuperset(of: texts) } }
}
