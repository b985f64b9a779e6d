import Synchronization

/// Tells every consumer what state a client is in.
final class StatusBoard: Sendable {
    private struct State {
        var status: SocketClient.Status
        var consumers: [Int: AsyncStream<SocketClient.Status>.Continuation] = [:]
        var nextID = 0
    }

    private let limit: Int
    private let state: Mutex<State>

    /// Makes a board; at most `limit` statuses wait for a consumer, and the oldest give way.
    init(_ status: SocketClient.Status, limit: Int) {
        self.limit = limit
        state = Mutex(State(status: status))
    }

    deinit {
        for consumer in state.withLock({ Array($0.consumers.values) }) { consumer.finish() }
    }

    var status: SocketClient.Status { state.withLock { $0.status } }

    /// The present status, and each that comes.
    var statuses: AsyncStream<SocketClient.Status> {
        let (stream, consumer) = AsyncStream.makeStream(
            of: SocketClient.Status.self, bufferingPolicy: .bufferingNewest(limit))
        let id = state.withLock { state in
            defer { state.nextID += 1 }
            state.consumers[state.nextID] = consumer
            consumer.yield(state.status)
            return state.nextID
        }
        consumer.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.consumers.removeValue(forKey: id) }
        }
        return stream
    }

    func post(_ status: SocketClient.Status) {
        state.withLock { state in
            guard status != state.status else { return }
            state.status = status
            for consumer in state.consumers.values { consumer.yield(status) }
        }
    }
}
