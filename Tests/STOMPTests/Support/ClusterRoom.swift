import AsyncPrimitives
import Foundation
import NetworkTestSupport
import STOMP
import STOMPTestSupport
import Sockets
import Testing

/// Members of one room on several nodes of a cluster: for each node one who sends and one who receives.
struct ClusterRoom: Sendable {
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

    /// Lets every sender send messages, one when the other is acknowledged, and waits until all members have them.
    ///
    /// - Parameters:
    ///   - name: The beginning of each message.
    ///   - goesOn: Called with its sender when a message is acknowledged; returns false after the last one of a sender.
    /// - Returns: The number of messages.
    /// - Throws: What the sessions throw.
    func talk(_ name: String, while goesOn: @escaping @Sendable (StompSession) -> Bool) async throws -> Int {
        let texts = try await withThrowingTaskGroup { group in
            for (number, session) in senders.enumerated() {
                group.addTask {
                    var texts: [String] = []
                    repeat {
                        texts.append("\(name) \(number) \(texts.count)")
                        try await session.send(Array(texts.last!.utf8), to: topic).acknowledged()
                    } while goesOn(session)
                    return texts
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        for receiver in receivers { await receiver.wait(for: texts) }
        return texts.count
    }

    /// The messages of which more than one delivery to a member was not marked.
    var unmarkedRepetitions: [String] { receivers.flatMap(\.unmarkedRepetitions) }

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
        /// For each text, the number of deliveries that were not marked as possible repetitions.
        private(set) var unmarked: [String: Int] = [:]

        func adding(_ message: StompMessage) -> Log {
            var log = self
            log.unmarked[message.text ?? "", default: 0] += message.isPossiblyRepeated ? 0 : 1
            return log
        }

        /// One may be, and need not be the first: its server may have held it back.
        var unmarkedRepetitions: [String] { unmarked.filter { $0.value > 1 }.keys.sorted() }
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

    var unmarkedRepetitions: [String] { log.value.unmarkedRepetitions }

    func wait(for texts: [String]) async {
        await log.wait { log in texts.allSatisfy { log.unmarked[$0] != nil } }
    }
}
