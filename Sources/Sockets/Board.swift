import Synchronization

/// A value that changes, for any number of consumers, who get the present value and each that comes.
package final class Board<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var consumers: [Int: AsyncStream<Value>.Continuation] = [:]
        var nextID = 0
    }

    private let limit: Int
    private let state: Mutex<State>
    /// Consumers that have ended and are still to be removed.
    ///
    /// They have a lock of their own, in which nobody is told anything: while a task is cancelled it cannot wait for a lock in
    /// which somebody tells it something.
    private let gone = Mutex<[Int]>([])

    /// Makes a board; at most `limit` values wait for a consumer, and the oldest give way.
    package init(_ value: Value, limit: Int = 1) {
        self.limit = limit
        state = Mutex(State(value: value))
    }

    deinit {
        for consumer in state.withLock({ Array($0.consumers.values) }) { consumer.finish() }
    }

    package var value: Value { state.withLock { $0.value } }

    package var values: AsyncStream<Value> {
        let (stream, consumer) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(limit))
        let id = state.withLock { state in
            removeGone(from: &state)
            defer { state.nextID += 1 }
            state.consumers[state.nextID] = consumer
            consumer.yield(state.value)
            return state.nextID
        }
        consumer.onTermination = { [weak self] _ in self?.gone.withLock { $0.append(id) } }
        return stream
    }

    /// Waits until the value is as it should be; values that have given way to newer ones are not looked at.
    package func wait(until isMeant: (Value) -> Bool) async {
        for await value in values where isMeant(value) { return }
    }

    /// Changes the value, if the present one is as it should be.
    ///
    /// Consumers are told within the lock, or they could hear of two values in the wrong order.
    package func post(_ value: Value, if isMeant: (_ present: Value) -> Bool = { _ in true }) {
        state.withLock { state in
            guard isMeant(state.value) else { return }
            state.value = value
            removeGone(from: &state)
            for consumer in state.consumers.values { consumer.yield(value) }
        }
    }

    /// How many consumers there are, and how many are still to be removed.
    package var consumerCount: Int { state.withLock { $0.consumers.count } }

    private func removeGone(from state: inout State) {
        let ids = gone.withLock { gone in
            defer { gone = [] }
            return gone
        }
        for id in ids { state.consumers[id] = nil }
    }
}
