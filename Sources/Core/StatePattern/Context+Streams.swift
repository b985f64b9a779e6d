// Weak references and `AsyncStream` do not exist in Embedded Swift.
#if !hasFeature(Embedded)
extension Context {
    /// Calls `body` with `object` and the context after each transition, while `object` lives.
    ///
    /// The context does not keep `object` alive, so a screen can observe a machine that outlives it. The closure gets
    /// the object and the context, and should capture neither. A context that its own closure captures is never freed.
    ///
    /// - Returns: A token that can end the observation earlier, and that you can ignore.
    @inlinable @discardableResult public func observe<Object: AnyObject>(
        for object: Object,
        _ body: @escaping (_ object: Object, _ context: S.Owner, _ transition: Transition) -> Void
    ) -> ObservationToken {
        add(Listener(to: bound(to: object, body), isAbandoned: { [weak object] in object == nil }))
    }

    /// Calls `body` with `object` and the context after each request that has been answered, while `object` lives.
    ///
    /// - Returns: A token that can end the observation earlier, and that you can ignore.
    @inlinable @discardableResult public func observeRequests<Object: AnyObject>(
        for object: Object, _ body: @escaping (_ object: Object, _ context: S.Owner, _ record: RequestRecord) -> Void
    ) -> ObservationToken {
        add(Listener(toRequests: bound(to: object, body), isAbandoned: { [weak object] in object == nil }))
    }

    /// A stream with a value for each transition from now on, which ends with the context.
    ///
    /// Each call makes a separate stream, for one consumer; each stream gets every value. When a consumer stops
    /// listening, its stream ends. See <doc:Rules#15.-Many-at-once>.
    ///
    /// - Parameters:
    ///   - policy: The number of values that wait for a slow consumer; by default there is no limit.
    ///   - value: Makes the consumer's value from a transition. The transition itself stays in the isolation domain of
    ///     its context; the value need not. The closure stays there, too. After the end of the stream, it is freed with
    ///     the next transition, with the context, or when more observers are added.
    /// - Returns: The stream.
    @inlinable public func changes<Value: Sendable>(
        bufferingPolicy policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
        _ value: @escaping (Transition) -> Value
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
        // Both the stream and the listener hold `consumer`. A finished stream drops it, on any thread; the listener
        // notices that it is the only holder, and ends. The context drops the listener in its own isolation domain, and
        // so `source`, which finishes the stream.
        let consumer = Part(StreamEnd())
        continuation.onTermination = { [end = consumer.value] _ in withExtendedLifetime(end) {} }
        let source = StreamEnd { continuation.finish() }
        let noteEnd = noteEnd
        let listener = Listener<S> { transition in
            if isKnownUniquelyReferenced(&consumer.value) { return noteEnd() }
            continuation.yield(value(transition))
            withExtendedLifetime(source) {}
        } isAbandoned: {
            isKnownUniquelyReferenced(&consumer.value)
        }
        _ = add(listener)
        return stream
    }

    /// Waits until the context is in a state that satisfies a predicate.
    ///
    /// It returns at once if the current state satisfies the predicate, else after a transition to a state that does.
    /// No transition is missed between looking and waiting. When the caller continues, the context may have changed
    /// again. The wait runs in the isolation domain of its caller, and keeps the context alive.
    ///
    /// In an app on the main actor: `try await elevator.wait(for: .seconds(5)) { $0 is Elevator.Idle }`.
    ///
    /// - Parameters:
    ///   - limit: The longest time to wait; `nil` for no limit. A limit of more than a century counts as a century.
    ///   - clock: The clock that measures the limit.
    ///   - predicate: Returns true for a leaf that ends the wait. It is called after each transition, and must make no
    ///     request.
    /// - Throws: `CancellationError` if the task is canceled, ``WaitError/deactivated`` if the context is deactivated
    ///   or was deactivated before, ``WaitError/timedOut`` if the limit has passed.
    nonisolated(nonsending) public func wait(
        for limit: Duration? = nil, clock: any Clock<Duration> = ContinuousClock(),
        until predicate: @escaping (_ state: S) -> Bool
    ) async throws {
        try Task.checkCancellation()
        if isActive && predicate(state) { return }
        if core.phase == .inactive { throw WaitError.deactivated }
        let (results, continuation) = AsyncStream.makeStream(of: WaitError?.self, bufferingPolicy: .bufferingOldest(1))
        let observation = observe { [unowned self] transition in
            if !isActive {
                continuation.yield(.deactivated)
            } else if predicate(transition.target) {
                continuation.yield(nil)
            }
        }
        let timer = limit.map { limit in
            Task {
                try? await clock.sleep(for: limit.withinCentury)
                continuation.yield(.timedOut)
            }
        }
        defer {
            observation.cancel()
            timer?.cancel()
        }
        for await error in results {
            if let error { throw error }
            return
        }
        throw CancellationError()
    }
}

extension Duration {
    /// This duration, limited to the range from zero to a century. Clocks trap at times that they cannot represent.
    package var withinCentury: Duration { min(max(self, .zero), .seconds(3_155_760_000)) }
}

/// The reason for which a wait has ended before its predicate was satisfied.
public enum WaitError: Error {
    /// The context was deactivated during the wait or before.
    case deactivated
    /// The time limit passed before a state satisfied the predicate.
    case timedOut
}

/// One end of a stream: calls a closure when it is freed.
@usableFromInline final class StreamEnd: Sendable {
    @usableFromInline let drop: @Sendable () -> Void
    @inlinable init(drop: @escaping @Sendable () -> Void = {}) { self.drop = drop }
    deinit { drop() }
}
#endif
