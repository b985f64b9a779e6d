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

    /// The queue of the receiver that begins with a node.
    private static func queue(_ number: Int, of room: String) -> String { "\(room)-\(number)" }

    /// Creates rooms with a quorum queue for each receiver.
    static func make(_ count: Int, on cluster: RabbitMQCluster) async throws -> [ClusterRoom] {
        let names = (0..<count).map { _ in "room-\(UUID())" }
        // A receiver that subscribed to the topic would have its queue from the server. If the queue's leader ends at
        // that moment, the subscription fails, and the server deletes the queue with its messages.
        try await cluster.nodes[0].createQuorumQueues(
            names.flatMap { name in cluster.nodes.indices.map { (queue($0, of: name), name) } })
        var rooms: [ClusterRoom] = []
        for name in names { rooms.append(try await ClusterRoom(name, on: cluster)) }
        return rooms
    }

    private init(_ room: String, on cluster: RabbitMQCluster) async throws {
        topic = "/topic/\(room)"
        var senders: [StompSession] = []
        var receivers: [ClusterReceiver] = []
        for (number, node) in cluster.nodes.enumerated() {
            // A session begins with its own node, and knows the others.
            let urls = cluster.nodes.map(\.url)
            func connected() async throws -> StompSession {
                try await node.connected(as: "ada") {
                    $0.urls = Array(urls[number...] + urls[..<number])
                    // RabbitMQ says nothing about a message that a queue rejects because its leader fails.
                    $0.acknowledgementTimeout = .seconds(2)
                    $0.closingLimit = 20  // So long may the cluster be without a majority.
                }
            }
            senders.append(try await connected())
            receivers.append(try await ClusterReceiver(of: ClusterRoom.queue(number, of: room), in: connected()))
        }
        (self.senders, self.receivers) = (senders, receivers)
    }

    var sessionCount: Int { senders.count + receivers.count }

    /// Lets every sender send messages that begin with a name, one when the other is acknowledged, and waits until all
    /// members have them. `goesOn` is called with the sender of each, and returns false after its last one. Returns
    /// their number.
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
        for receiver in receivers { try await receiver.wait(for: texts) }
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

/// A member with a separate quorum queue, in which its messages wait while there is no connection.
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

    init(of queue: String, in session: StompSession) async throws {
        let messages = try await session.subscribe(to: "/amq/queue/\(queue)", acknowledgement: .individual)
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

    func wait(for texts: [String]) async throws {
        _ = try await log.first { log in texts.allSatisfy { log.unmarked[$0] != nil } }
    }
}
