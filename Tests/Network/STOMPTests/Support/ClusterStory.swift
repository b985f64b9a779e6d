import Foundation
import NetworkTestSupport
import STOMP
import Synchronization

/// The members of rooms on a cluster, who talk while a node fails.
struct ClusterStory: Sendable {
    private let rooms: [ClusterRoom]

    /// Connects the members of a number of rooms.
    init(on cluster: RabbitMQCluster, rooms count: Int) async throws {
        rooms = try await ClusterRoom.make(count, on: cluster)
        print("Cluster: \(rooms.reduce(0) { $0 + $1.sessionCount }) sessions in \(count) rooms.")
    }

    /// Lets every sender send messages that begin with a name, before, during and after a failure. Each waits until the
    /// one before is acknowledged. Returns when all members have all of them. `fail` is called when the first one is
    /// acknowledged, and the last ones are sent after it has returned.
    func talk(_ name: String, while fail: () async throws -> Void = {}) async throws {
        let recoveries = Recoveries()
        let (acknowledgements, continuation) = AsyncStream.makeStream(of: Void.self)
        let start = ContinuousClock.now
        async let count = withThrowingTaskGroup(of: Int.self) { group in
            for room in rooms {
                group.addTask {
                    try await room.talk(name) { sender in
                        continuation.yield()
                        return !recoveries.acknowledged(sender)
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        _ = await acknowledgements.first { _ in true }
        try await fail()
        recoveries.begin()
        let messages = try await count
        let time = ContinuousClock.now - start
        print("Cluster: \(messages) messages to all members in \(time), \(name); \(recoveries)")
    }

    /// The messages of which more than one delivery to a member was not marked.
    var unmarkedRepetitions: [String] { rooms.flatMap(\.unmarkedRepetitions) }

    /// Ends all sessions.
    func end() async {
        for room in rooms { await room.end() }
    }
}

/// The times until senders had an acknowledgement again, after a failure.
private final class Recoveries: Sendable, CustomStringConvertible {
    /// The number of messages that each sender sends after the failure.
    private static let messageCount = 50

    private struct State {
        var start: ContinuousClock.Instant?
        var times: [ObjectIdentifier: Duration] = [:]
        var counts: [ObjectIdentifier: Int] = [:]
    }

    private let state = Mutex(State())

    /// Notes that the failure is over, or as bad as it gets.
    func begin() { state.withLock { $0.start = .now } }

    /// Notes that a message of a sender has been acknowledged. Returns true if it was the last one.
    func acknowledged(_ sender: StompSession) -> Bool {
        state.withLock { state in
            guard let start = state.start else { return false }
            let id = ObjectIdentifier(sender)
            state.times[id] = state.times[id] ?? .now - start
            state.counts[id, default: 0] += 1
            return state.counts[id] == Self.messageCount
        }
    }

    var description: String {
        let times = state.withLock { $0.times.values.sorted() }
        guard let longest = times.last else { return "nothing was acknowledged" }
        return "acknowledged again after \(times[times.count / 2]) (median) to \(longest) (longest)"
    }
}
