/// The part of a context that changes: where it is, and the transition in progress.
@usableFromInline struct ContextCore<S: ContextState> where S.Family == S {
    /// The current leaf.
    @usableFromInline var leaf: S
    @usableFromInline var extras: Part<Extras<S>>?
    /// The transition in progress, while hooks are called.
    @usableFromInline var transition: LentTransition<S>?
    @usableFromInline var phase = Phase.new
    /// Set when something is queued, or an observer should get the request, before the context is at rest.
    @usableFromInline var needsFinish = false
    /// Set while the initial state or one after it is entered.
    @usableFromInline var isEntered = false

    @inlinable init(_ leaf: S) { self.leaf = leaf }

    @usableFromInline enum Phase: UInt8 {
        /// The context has not been activated.
        case new
        /// A request can be handled at once.
        case ready
        /// The same, and request observers are to get each request with its argument.
        case followed
        /// A request takes the way of a queued one, which a tracer follows.
        case traced
        /// A request is being handled; others are queued.
        case busy
        /// Deactivated: requests are unhandled.
        case inactive
        /// In `deferRequests(madeBy:)`: requests are deferred.
        case deferring

        /// True if the context is active, and handles nothing.
        @inlinable var isAtRest: Bool { self == .ready || self == .followed || self == .traced }
    }
}

/// The things that few contexts need: queued and deferred requests, observers, and the reason of a refusal.
///
/// They are made when the first of them is needed.
@usableFromInline struct Extras<S: ContextState> where S.Family == S {
    @usableFromInline var queue = RequestQueue<S>()
    @usableFromInline let observers = ObserverList<S>()
    /// The number of observers at which those that have ended are looked for.
    @usableFromInline var observerLimit = 4
    @usableFromInline var hearRequests = false, someHaveEnded = false
    /// The argument of the request that is being handled, if there are request observers.
    @usableFromInline var argument: BoxedArgument?
    /// The tracer of one of the observers, if one has it.
    @usableFromInline var tracer: RequestTracer?
    /// The reason of the latest refusal, and of the latest one that was the outcome of an outermost call.
    @usableFromInline var reason: RefusalReason?, reasonOfCall: RefusalReason?

    @inlinable init() {}

    /// The phase of a context that waits for a request.
    @inlinable var phaseAtRest: ContextCore<S>.Phase {
        tracer != nil ? .traced : hearRequests ? .followed : .ready
    }

    /// - Returns: The reasons before, which may look at the context when they are freed.
    @usableFromInline mutating func noteRefusal(_ new: RefusalReason?) -> (RefusalReason?, RefusalReason?) {
        let previous = (reason, reasonOfCall)
        reason = new
        if !queue.isDraining { reasonOfCall = new }
        return previous
    }
}

extension Context {
    /// The extras, which is made now if it is not there yet.
    @inlinable var madeExtras: Part<Extras<S>> {
        if let extras = core.extras { return extras }
        let made = Part(Extras<S>())
        core.extras = made
        return made
    }
}
