/// The part of a context that changes, such as its leaf and its phase.
@usableFromInline struct ContextCore<S: ContextState> where S.Family == S {
    /// The current leaf; the initial state before activation and after deactivation.
    @usableFromInline var leaf: S
    @usableFromInline var extras: Part<Extras<S>>?
    /// The transition in progress, while hooks are called.
    @usableFromInline var transition: LentTransition<S>?
    @usableFromInline var phase = Phase.new
    /// True if items are queued, or a request observer must be notified, before the context is at rest.
    @usableFromInline var needsFinish = false
    /// True from the entry of the initial state until the deactivation.
    @usableFromInline var isEntered = false

    @inlinable init(_ leaf: S) { self.leaf = leaf }

    @usableFromInline enum Phase: UInt8 {
        /// The context has not been activated.
        case new
        /// A request can be handled at once.
        case ready
        /// Like `ready`, but there are request observers, which need each request's argument.
        case followed
        /// Like `ready`, but each request becomes an item of the queue, so that a tracer can follow it.
        case traced
        /// A request is being handled; new requests are queued.
        case busy
        /// The context has been deactivated: requests are unhandled.
        case inactive
        /// `deferRequests(madeBy:)` is running: new requests are deferred.
        case deferring

        /// True if the context is active, and is handling no request.
        @inlinable var isAtRest: Bool { self == .ready || self == .followed || self == .traced }
    }
}

/// Storage that few contexts need: queued and deferred requests, and observers.
///
/// A context makes its extras when it first needs them.
@usableFromInline struct Extras<S: ContextState> where S.Family == S {
    @usableFromInline var queue = RequestQueue<S>()
    @usableFromInline let observers = ObserverList<S>()
    /// The number of observers at which ended observers are removed.
    @usableFromInline var observerLimit = 4
    @usableFromInline var hearRequests = false, someHaveEnded = false
    /// The argument of the current request, if there are request observers.
    @usableFromInline var argument: BoxedArgument?
    /// The reason for which the current request was refused, until request observers have been notified.
    @usableFromInline var reason: RefusalReason?
    /// The tracer of the first observer with a tracer; `nil` if no observer has one.
    @usableFromInline var tracer: RequestTracer?

    @inlinable init() {}

    /// The phase of a context that waits for a request.
    @inlinable var phaseAtRest: ContextCore<S>.Phase {
        tracer != nil ? .traced : hearRequests ? .followed : .ready
    }
}

extension Context {
    /// The context's extras. They are made if the context has none yet.
    @inlinable var madeExtras: Part<Extras<S>> {
        if let extras = core.extras { return extras }
        let made = Part(Extras<S>())
        core.extras = made
        return made
    }
}
