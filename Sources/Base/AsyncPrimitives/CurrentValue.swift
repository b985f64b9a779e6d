import Synchronization

/// A value that any number of consumers can follow. Each gets the current value and all later values.
package final class CurrentValue<Value: Sendable>: Sendable {
    private struct State {
        var value: Value
        var consumers: [Int: AsyncStream<Value>.Continuation] = [:]
        var nextID = 0
    }

    private let limit: Int
    private let state: Mutex<State>
    /// The IDs of consumers that have ended, but are not removed yet.
    ///
    /// They have a separate lock, because values are yielded to tasks within the lock of `state`. A task that is being
    /// cancelled must not wait for that lock.
    private let ended = Mutex<[Int]>([])

    /// Creates a current value. At most `limit` values wait for each consumer; older values are dropped.
    package init(_ value: Value, limit: Int = 1) {
        self.limit = limit
        state = Mutex(State(value: value))
    }

    deinit {
        for consumer in state.withLock({ Array($0.consumers.values) }) { consumer.finish() }
    }

    package var value: Value { state.withLock { $0.value } }

    /// A new sequence of the current value and all later values.
    package var values: AsyncStream<Value> {
        let (stream, consumer) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: .bufferingNewest(limit))
        let id = state.withLock { state in
            removeEndedConsumers(from: &state)
            defer { state.nextID += 1 }
            state.consumers[state.nextID] = consumer
            consumer.yield(state.value)
            return state.nextID
        }
        consumer.onTermination = { [weak self] _ in
            guard let self else { return }
            ended.withLock { $0.append(id) }
            // If another task has the lock, that task or a later one removes the consumer.
            state.withLockIfAvailable { self.removeEndedConsumers(from: &$0) }
        }
        return stream
    }

    /// Waits until a value meets a condition, the task is cancelled, or this object is released.
    ///
    /// Values that were replaced before this could test them are skipped.
    package func wait(until condition: (Value) -> Bool) async {
        for await value in values where condition(value) { return }
    }

    /// Waits for a value that meets a condition, as ``wait(until:)`` does, and returns the value.
    ///
    /// Throws `CancellationError` if the task is cancelled or the `CurrentValue` is released before.
    nonisolated(nonsending) package func first(where condition: (Value) -> Bool) async throws -> Value {
        for await value in values where condition(value) { return value }
        throw CancellationError()
    }

    /// Changes the value if the current value meets a condition.
    ///
    /// Values are yielded within the lock: otherwise two values could reach a consumer in the wrong order.
    package func update(to value: Value, if condition: (_ current: Value) -> Bool = { _ in true }) {
        // The old value is released outside the lock, because its `deinit` may read the new value.
        let old = state.withLock { state -> Value? in
            guard condition(state.value) else { return nil }
            let old = state.value
            state.value = value
            removeEndedConsumers(from: &state)
            for consumer in state.consumers.values { consumer.yield(value) }
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// The number of consumers, including ended consumers that are not removed yet.
    package var consumerCount: Int { state.withLock { $0.consumers.count } }

    private func removeEndedConsumers(from state: inout State) {
        let ids = ended.withLock { ended in
            defer { ended = [] }
            return ended
        }
        for id in ids { state.consumers[id] = nil }
    }
}
