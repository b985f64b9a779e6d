import AsyncPrimitives
import Foundation
import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Sockets
import Testing

/// Members of one room on several nodes of a cluster: for each node one who sends and one who receives.
struct ClusterRoom: Sendable {
    /// The number of messages that each sender sends in a row.
    private static let messageCount = 50

    private let topic: String
    private let senders: [StompSession]
    private let receivers: [ClusterReceiver]

    init(on cluster: RabbitMQCluster) async throws {
        let room = "room-\(UUID())"
        topic = "/topic/\(room)"
        var senders: [StompSession] = []
        var receivers: [ClusterReceiver] = []
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
            receivers.append(try await ClusterReceiver(of: topic, named: "\(room)-\(number)", in: connected()))
        }
        (self.senders, self.receivers) = (senders, receivers)
    }

    var sessionCount: Int { senders.count + receivers.count }

    /// Lets every sender send its messages, one when the other is acknowledged, and waits until all members have them.
    ///
    /// - Parameters:
    ///   - name: The beginning of each message.
    ///   - acknowledged: Called with its sender when a message is acknowledged.
    /// - Returns: The number of messages.
    /// - Throws: What the sessions throw.
    func talk(_ name: String, acknowledged: @escaping @Sendable (StompSession) -> Void) async throws -> Int {
        try await withThrowingTaskGroup { group in
            for (number, session) in senders.enumerated() {
                group.addTask {
                    for text in Self.messages(name, number) {
                        try await session.send(Array(text.utf8), to: topic).acknowledged()
                        acknowledged(session)
                    }
                }
            }
            try await group.waitForAll()
        }
        let expected = senders.indices.flatMap { Self.messages(name, $0) }
        for receiver in receivers { await receiver.wait(for: expected) }
        return expected.count
    }

    private static func messages(_ name: String, _ sender: Int) -> [String] {
        (0..<messageCount).map { "\(name) \(sender) \($0)" }
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
final class ClusterReceiver: Sendable {
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
