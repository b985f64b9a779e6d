/// The part of a context that changes, such as its leaf and its phase.
@usableFromInline struct ContextCore<S: ContextState> where S.Family == S {
    /// The current leaf.
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
        /// Like `ready`, but request observers must get each request with its argument.
        case followed
        /// Like `ready`, but each request is run as an item, which a tracer follows.
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

/// Storage that few contexts need: queued and deferred requests, observers, and the reasons of refusals.
///
/// It is made when it is first needed.
@usableFromInline struct Extras<S: ContextState> where S.Family == S {
    @usableFromInline var queue = RequestQueue<S>()
    @usableFromInline let observers = ObserverList<S>()
    /// The number of observers at which ended observers are removed.
    @usableFromInline var observerLimit = 4
    @usableFromInline var hearRequests = false, someHaveEnded = false
    /// The argument of the current request, if there are request observers.
    @usableFromInline var argument: BoxedArgument?
    /// The tracer of one of the observers, if any has one.
    @usableFromInline var tracer: RequestTracer?
    /// The reason of the latest refusal, and the reason of the latest refusal of an outermost call.
    @usableFromInline var reason: RefusalReason?, reasonOfCall: RefusalReason?

    @inlinable init() {}

    /// The phase of a context that waits for a request.
    @inlinable var phaseAtRest: ContextCore<S>.Phase {
        tracer != nil ? .traced : hearRequests ? .followed : .ready
    }

    /// - Returns: The earlier reasons, which may use the context when they are freed.
    @usableFromInline mutating func noteRefusal(_ new: RefusalReason?) -> (RefusalReason?, RefusalReason?) {
        let previous = (reason, reasonOfCall)
        reason = new
        if !queue.isDraining { reasonOfCall = new }
        return previous
    }
}

extension Context {
    /// The extras, which are made if necessary.
    @inlinable var madeExtras: Part<Extras<S>> {
        if let extras = core.extras { return extras }
        let made = Part(Extras<S>())
        core.extras = made
        return made
    }
}
