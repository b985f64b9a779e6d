#if !hasFeature(Embedded)
extension Context {
    /// Calls `body` after each request, as ``observeRequests(for:_:)`` does, and lets a tracer follow the requests.
    ///
    /// One tracer follows them, even if observers come with several.
    package func observeRequests<Object: AnyObject>(
        for object: Object, with tracer: RequestTracer,
        _ body: @escaping (_ object: Object, _ context: S.Owner, _ record: RequestRecord) -> Void
    ) -> ObservationToken {
        add(
            Listener(
                toRequests: bound(to: object, body), tracer: tracer, isAbandoned: { [weak object] in object == nil })
        )
    }
}
#endif

extension Context {
    /// The tracer's note about the moment in which a request is made, if there is a tracer.
    @inlinable var originOfRequest: AnyObject? { core.extras?.value.tracer?.origin() }

    /// Runs a request, and lets the tracer know of it, if there is one.
    @inlinable @inline(__always) func traced(since origin: AnyObject?, _ run: () -> Outcome) -> Outcome {
        guard let tracer = core.extras?.value.tracer else { return run() }
        var outcome = Outcome.handled
        tracer.handle(ObjectIdentifier(self), origin) { outcome = run() }
        return outcome
    }
}

/// Follows requests from the moment in which they are made, to know which one leads to which in another context.
@usableFromInline package final class RequestTracer: Sendable {
    /// Called when a request is made; the result is kept until the request is handled, at each try.
    @usableFromInline let origin: @Sendable () -> AnyObject?
    /// Called for each request with the context and the origin; calls a closure that handles it and notifies observers.
    @usableFromInline
    let handle: @Sendable (_ context: ObjectIdentifier, _ origin: AnyObject?, _ body: () -> Void) -> Void

    package init(
        origin: @escaping @Sendable () -> AnyObject?,
        handle: @escaping @Sendable (_ context: ObjectIdentifier, _ origin: AnyObject?, _ body: () -> Void) -> Void
    ) {
        (self.origin, self.handle) = (origin, handle)
    }
}
