// Weak references and `AsyncStream` do not exist in Embedded Swift.
#if !hasFeature(Embedded)
extension Context {
    /// Calls `body` with `object` after each transition, as long as `object` lives.
    ///
    /// The context does not keep `object` alive, so a screen can observe a machine that outlives it. The closure is
    /// given the object, and should not capture it.
    ///
    /// - Returns: A token that ends the observation before its time; it can be ignored.
    @discardableResult public final func observe<Object: AnyObject>(
        for object: Object, _ body: @escaping (_ object: Object, _ transition: Transition) -> Void
    ) -> ObservationToken { addObserver { $0.body = Observer.Body($0.bind(object, body)) } }

    /// Calls `body` with `object` after each request that has been answered, as long as `object` lives.
    ///
    /// - Returns: A token that ends the observation before its time; it can be ignored.
    @discardableResult public final func observeRequests<Object: AnyObject>(
        for object: Object, _ body: @escaping (_ object: Object, _ record: RequestRecord) -> Void
    ) -> ObservationToken { addObserver { $0.observeRequests($0.bind(object, body)) } }

    /// A stream of one value for each transition from now on, which ends with the context.
    ///
    /// Each call makes a stream of its own, for one consumer; all of them get everything. A consumer that stops
    /// listening ends its stream. See <doc:Rules#15.-Many-at-once>.
    ///
    /// - Parameters:
    ///   - policy: The number of values that wait for a slow consumer; by default there is no limit.
    ///   - value: Makes the consumer's value from a transition. The transition itself stays in the isolation domain of
    ///     its context; the value need not.
    /// - Returns: The stream.
    @inlinable public final func changes<Value: Sendable>(
        bufferingPolicy policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
        _ value: @escaping (Transition) -> Value
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
        _ = addObserver { observer in
            observer.whenCancelled = { continuation.finish() }
            observer.body = Observer.Body { [unowned observer] transition in
                if case .terminated = continuation.yield(value(transition)) { observer.cancel() }
            }
        }
        return stream
    }

    /// Waits until the context is in a state that satisfies a predicate.
    ///
    /// It returns at once when the context is in such a state already, and after a transition that ends in one
    /// otherwise: none is missed between looking and waiting. By the time the caller goes on, the context may have gone
    /// on, too. It runs in the isolation domain of its caller and keeps the context alive.
    ///
    /// In an app on the main actor: `try await elevator.wait { $0 is Elevator.Idle }`.
    ///
    /// - Parameter predicate: Returns whether a leaf is one to wait for. It is called after each transition, and must
    ///   make no request.
    /// - Throws: `CancellationError` when the task is cancelled.
    nonisolated(nonsending) public final func wait(until predicate: @escaping (_ state: S) -> Bool) async throws {
        try Task.checkCancellation()
        if isActive && predicate(state) { return }
        let (arrivals, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let observation = observe { [unowned self] transition in
            if isActive && predicate(transition.target) { continuation.yield() }
        }
        defer { observation.cancel() }
        for await _ in arrivals { return }
        throw CancellationError()
    }
}

extension Observer {
    /// Lets the observation end with `object`; the result calls `body` as long as that lives.
    func bind<Bound: AnyObject, Event>(_ object: Bound, _ body: @escaping (Bound, Event) -> Void) -> (Event) -> Void {
        isAbandoned = { [weak object] in object == nil }
        return { [weak object, unowned self] event in
            if let object { body(object, event) } else { cancel() }
        }
    }
}
#endif
