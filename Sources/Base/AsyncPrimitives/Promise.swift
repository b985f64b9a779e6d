import Synchronization

/// A value or an error that is set once, and that any number of tasks can wait for.
// Usable from inline code for the same reason as ``Queue``.
@usableFromInline package final class Promise<Value: Sendable>: Sendable {
    @usableFromInline enum State: Sendable {
        case waiting([Int: CheckedContinuation<Value, any Error>])
        case fulfilled(Result<Value, any Error>)
    }

    @usableFromInline let state = Mutex((State.waiting([:]), nextID: 0))

    @inlinable package init() {}

    /// True once the promise has a value or an error.
    package var isFulfilled: Bool {
        state.withLock { if case .fulfilled = $0.0 { true } else { false } }
    }

    /// Sets the value or the error. Only the first call has an effect.
    @inlinable package func fulfill(with result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> [CheckedContinuation<Value, any Error>] in
            guard case .waiting(let continuations) = state.0 else { return [] }
            state.0 = .fulfilled(result)
            return Array(continuations.values)
        }
        for continuation in waiting { continuation.resume(with: result) }
    }

    /// The value. Reading waits until the promise is fulfilled, or the task is cancelled.
    @inlinable package var value: Value {
        get async throws {
            let id = state.withLock { state in
                state.nextID += 1
                return state.nextID
            }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    let result = state.withLock { state -> Result<Value, any Error>? in
                        switch state.0 {
                        case .fulfilled(let result): return result
                        // Checked inside the lock: a cancellation either comes before this check, or finds the
                        // continuation.
                        case .waiting where Task.isCancelled: return .failure(CancellationError())
                        case .waiting(var continuations):
                            continuations[id] = continuation
                            state.0 = .waiting(continuations)
                            return nil
                        }
                    }
                    if let result { continuation.resume(with: result) }
                }
            } onCancel: {
                let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
                    guard case .waiting(var continuations) = state.0 else { return nil }
                    let continuation = continuations.removeValue(forKey: id)
                    state.0 = .waiting(continuations)
                    return continuation
                }
                continuation?.resume(throwing: CancellationError())
            }
        }
    }
}
