#if !hasFeature(Embedded)
extension Context {
    /// Calls `body` after each request, as ``observeRequests(for:_:)`` does, and lets a tracer follow the requests.
    ///
    /// Only one tracer follows the requests, even if several observers bring a tracer.
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
    /// The tracer's note about a request that is being made; `nil` without a tracer.
    @inlinable var originOfRequest: AnyObject? { core.extras?.value.tracer?.origin() }

    /// Runs a request, inside the tracer's closure if the context has a tracer.
    @inlinable @inline(__always) func traced(since origin: AnyObject?, _ run: () -> Outcome) -> Outcome {
        guard let tracer = core.extras?.value.tracer else { return run() }
        var outcome = Outcome.handled
        tracer.handle(ObjectIdentifier(self), origin) { outcome = run() }
        return outcome
    }
}

/// Follows each request from the moment at which it is made, to find requests that cause requests in another context.
@usableFromInline package final class RequestTracer: Sendable {
    /// Called when a request is made. The result is a note, which is kept for all tries of the request.
    @usableFromInline let origin: @Sendable () -> AnyObject?
    /// Called for each try of a request, with the context, the note from `origin`, and a body.
    ///
    /// It must call the body, which handles the request and notifies observers.
    @usableFromInline let handle: Handling

    @usableFromInline package typealias Handling = @Sendable (ObjectIdentifier, AnyObject?, () -> Void) -> Void

    package init(origin: @escaping @Sendable () -> AnyObject?, handle: @escaping Handling) {
        (self.origin, self.handle) = (origin, handle)
    }
}
