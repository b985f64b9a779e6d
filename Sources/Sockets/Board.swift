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
        state.withLock { state in
            state.consumers[state.nextID] = consumer
            state.nextID += 1
            consumer.yield(state.value)
        }
        return stream
    }

    /// Waits until the value is as it should be; values that have given way to newer ones are not looked at.
    package func wait(until isMeant: (Value) -> Bool) async {
        for await value in values where isMeant(value) { return }
    }

    /// Changes the value, if the present one is as it should be.
    ///
    /// Consumers are told within the lock, or they could hear of two values in the wrong order. Those that are gone are
    /// found out here: while a task is cancelled it can neither be told anything nor wait for who tells it.
    package func post(_ value: Value, if isMeant: (_ present: Value) -> Bool = { _ in true }) {
        state.withLock { state in
            guard isMeant(state.value) else { return }
            state.value = value
            for (id, consumer) in state.consumers {
                if case .terminated = consumer.yield(value) { state.consumers[id] = nil }
            }
        }
    }
}
