import Foundation
import NetworkTestSupport
import STOMP
import Synchronization

/// The members of rooms on a cluster, who talk while a node fails.
struct ClusterStory: Sendable {
    private let rooms: [ClusterRoom]

    /// Connects the members of so many rooms.
    init(on cluster: RabbitMQCluster, rooms count: Int) async throws {
        var rooms: [ClusterRoom] = []
        for _ in 0..<count { rooms.append(try await ClusterRoom(on: cluster)) }
        self.rooms = rooms
        print("Cluster: \(rooms.reduce(0) { $0 + $1.sessionCount }) sessions in \(count) rooms.")
    }

    /// Lets every sender send a number of messages, one when the other is acknowledged, and waits until everybody has them.
    ///
    /// - Parameters:
    ///   - name: The beginning of each message.
    ///   - fail: Called when some of the messages are acknowledged, and others still to be sent.
    /// - Throws: What the sessions or `fail` throw.
    func talk(_ name: String, while fail: () async throws -> Void = {}) async throws {
        let recoveries = Recoveries()
        let (acknowledgements, continuation) = AsyncStream.makeStream(of: Void.self)
        let start = ContinuousClock.now
        async let count = withThrowingTaskGroup(of: Int.self) { group in
            for room in rooms {
                group.addTask {
                    try await room.talk(name) { sender in
                        recoveries.acknowledged(sender)
                        continuation.yield()
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        _ = await acknowledgements.first { _ in true }
        try await fail()
        recoveries.begin()
        let time = try await (count, ContinuousClock.now - start)
        print("Cluster: \(time.0) messages to all members in \(time.1), \(name); \(recoveries)")
    }

    /// The number of messages that were delivered more than once without being marked.
    var unmarkedRepetitions: Int { rooms.reduce(0) { $0 + $1.unmarkedRepetitions } }

    /// Ends all sessions.
    func end() async {
        for room in rooms { await room.end() }
    }
}

/// The times until senders had an acknowledgement again, after a failure.
private final class Recoveries: Sendable, CustomStringConvertible {
    private struct State {
        var start: ContinuousClock.Instant?
        var times: [ObjectIdentifier: Duration] = [:]
    }

    private let state = Mutex(State())

    /// Notes that the failure is over, or as bad as it gets.
    func begin() { state.withLock { $0.start = .now } }

    /// Notes that a message of a sender has been acknowledged.
    func acknowledged(_ sender: StompSession) {
        state.withLock { state in
            guard let start = state.start, state.times[ObjectIdentifier(sender)] == nil else { return }
            state.times[ObjectIdentifier(sender)] = .now - start
        }
    }

    var description: String {
        let times = state.withLock { $0.times.values.sorted() }
        guard let longest = times.last else { return "all had been acknowledged before" }
        return "acknowledged again after \(times[times.count / 2]) (median) to \(longest) (longest)"
    }
}
