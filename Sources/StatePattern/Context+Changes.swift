// Weak references and `AsyncStream` do not exist in Embedded Swift.
#if !hasFeature(Embedded)
extension Context {
    /// Calls `body` with `object` after each transition, as long as `object` lives (rule 9).
    ///
    /// The context does not keep `object` alive, so a screen can observe a machine that outlives it. The closure is
    /// handed the object, and should not capture it.
    ///
    /// - Returns: What ends the observation before its time; it can be ignored.
    @discardableResult
    public final func observe<Object: AnyObject>(
        for object: Object, _ body: @escaping (_ object: Object, _ transition: Transition<S>) -> Void
    ) -> ObservationToken {
        add(BoundObserver(to: object, body))
    }

    /// A stream of one value for each transition from now on, which ends with the context (rule 15).
    ///
    /// Each call makes a stream of its own, for one consumer; all of them get everything. A consumer that stops
    /// listening ends its stream.
    ///
    /// - Parameters:
    ///   - policy: How many values wait for a consumer that is slow; by default there is no limit.
    ///   - value: What to tell the consumer of a transition. The transition itself stays in the isolation domain of
    ///     its context; the value need not.
    /// - Returns: The stream.
    public final func changes<Value: Sendable>(
        bufferingPolicy policy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
        _ value: @escaping (Transition<S>) -> Value
    ) -> AsyncStream<Value> {
        let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
        _ = add(StreamObserver(continuation, value))
        return stream
    }
}

private final class BoundObserver<S: State, Object: AnyObject>: Observer<S> where S.Family == S {
    private weak var object: Object?

    init(to object: Object, _ tell: @escaping (Object, Transition<S>) -> Void) {
        self.object = object
        super.init(nil)
        body = Body { [unowned self] transition in
            if let object = self.object { tell(object, transition) } else { cancel() }
        }
    }

    override var isOver: Bool { isCancelled || object == nil }
}

private final class StreamObserver<S: State, Value: Sendable>: Observer<S> where S.Family == S {
    private let continuation: AsyncStream<Value>.Continuation

    init(_ continuation: AsyncStream<Value>.Continuation, _ value: @escaping (Transition<S>) -> Value) {
        self.continuation = continuation
        super.init(nil)
        body = Body { [unowned self] transition in
            if case .terminated = continuation.yield(value(transition)) { cancel() }
        }
    }

    override func cancel() {
        continuation.finish()
        super.cancel()
    }
}
#endif
