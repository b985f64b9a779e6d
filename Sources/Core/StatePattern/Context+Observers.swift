extension Context {
    /// An answered request, which request observers get.
    public struct RequestRecord {
        /// The request as a method of the context: `play()`.
        public let request: String
        /// The current leaf when the request was handled; it was asked first.
        public let state: S
        /// The outcome of the request; never ``Outcome/queued``.
        public let outcome: Outcome
        /// The transition that the request led to; `nil` if it led to none.
        public let transition: Transition?
        /// The reason that a state gave with ``Context/refuse(because:)-(RefusalReason)``; `nil` without a reason.
        public let refusal: RefusalReason?
        /// The source of the request: a caller, the busy context, a deferral or an observer.
        @usableFromInline package let source: RequestQueue<S>.Source
        @usableFromInline let boxedArgument: BoxedArgument?

        @inlinable init(
            _ request: String, _ state: S, _ outcome: Outcome, _ made: Transition?, in extras: Part<Extras<S>>
        ) {
            (self.request, self.state, self.outcome) = (request, state, outcome)
            (transition, refusal) = (made, extras.value.reason)
            (source, boxedArgument) = (extras.value.queue.source, extras.value.argument)
        }

        #if !hasFeature(Embedded)
        /// The argument of the request, or a tuple of several arguments.
        ///
        /// `nil` if the request has no argument, or if there was no request observer when it was made.
        public var argument: Any? { boxedArgument?.value }
        #endif
    }

    /// Calls `body` after each transition, once its last entry hook has returned.
    ///
    /// Observers are called in the order in which they were added. An observer that another one adds is called from the
    /// next notification on. A request that an observer makes is handled after all other queued requests. See
    /// <doc:Rules#9.-Observers>.
    ///
    /// A closure that captures the context, or an object that holds the context, keeps it alive; see
    /// ``observe(for:_:)``.
    ///
    /// - Returns: A token that ends the observation; it can be ignored.
    /// - Complexity: O(1) amortised.
    @inlinable @discardableResult
    public func observe(_ body: @escaping (Transition) -> Void) -> ObservationToken {
        add(Listener(to: body))
    }

    /// Calls `body` after each request that has been answered, whatever the outcome.
    ///
    /// Besides transitions, you get requests that were handled without a transition, deferred, refused or unhandled.
    /// Use it for a log, or for a screen that must also follow changes that handled requests make to the machine's
    /// data. You get a queued request at its turn, and a deferred request at each try. A deferred request that
    /// ``deactivate()`` drops has the outcome ``Outcome/unhandled``.
    ///
    /// While there is a request observer, each request is slower by the time to call it.
    ///
    /// - Returns: A token that ends the observation; it can be ignored.
    /// - Complexity: O(1) amortised.
    @inlinable @discardableResult
    public func observeRequests(_ body: @escaping (RequestRecord) -> Void) -> ObservationToken {
        add(Listener(toRequests: body))
    }

    @inlinable func add(_ listener: Listener<S>) -> ObservationToken {
        let extras = madeExtras
        let list = extras.value.observers
        // Not while the context is busy: it may be calling its observers.
        if core.phase != .busy && list.elements.count >= extras.value.observerLimit { removeEnded(of: extras) }
        if listener.requestAnswered != nil {
            extras.value.hearRequests = true
            core.needsFinish = true
        }
        if let tracer = listener.tracer { extras.value.tracer = tracer }
        if core.phase.isAtRest { core.phase = extras.value.phaseAtRest }
        let observation = Observation(in: list, listener)
        list.elements.append(observation)
        return observation
    }

    /// Removes the observations that have ended, or whose observing object is gone.
    // An observing object may be freed here, if another thread releases the last other reference to it.
    @usableFromInline func removeEnded(of extras: Part<Extras<S>>) {
        let list = extras.value.observers
        for observation in list.elements where observation.listener?.isAbandoned() == true { observation.end() }
        list.elements.removeAll { $0.listener == nil }
        extras.value.hearRequests = list.elements.contains { $0.listener?.requestAnswered != nil }
        extras.value.tracer = list.elements.lazy.compactMap { $0.listener?.tracer }.first
        extras.value.someHaveEnded = false
        extras.value.observerLimit = Swift.max(4, list.elements.count * 2)
    }

    /// Notifies request observers of a request without a transition; `completeTransition` reports the requests with a
    /// transition.
    @inlinable @inline(__always) func report(_ name: String, _ outcome: Outcome) {
        withExtras { extras in
            if extras.value.hearRequests && outcome != .transitioned {
                let record = RequestRecord(name, core.leaf, outcome, nil, in: extras)
                notify(extras) { $0.requestAnswered?(record) }
            }
            if extras.value.argument != nil { extras.value.argument = nil }
            if outcome == .refused { extras.value.reason = nil }
        }
    }

    /// Calls `tell` with each listener, in the order in which the listeners were added.
    ///
    /// Observers may end any observation while they are called. An ended observation leaves the list after all
    /// observers have been called.
    @inlinable @inline(__always) func notify(_ extras: Part<Extras<S>>, _ tell: (Listener<S>) -> Void) {
        extras.value.queue.isNotifying = true
        // An observer that is added after this is called from the next notification on.
        for index in extras.value.observers.elements.indices {
            calling(extras.value.observers.elements[index]) { observation in
                guard observation.listener != nil else { return extras.value.someHaveEnded = true }
                observation.isCalled = true
                calling(observation.listener!, tell)
                observation.isCalled = false
                if observation.isEnded { observation.end() }
            }
        }
        if extras.value.someHaveEnded { removeEnded(of: extras) }
        extras.value.queue.isNotifying = false
    }
}

/// Ends an observation.
///
/// You need not hold it: an observation continues without its token until the observed object is gone. A token keeps
/// neither that object nor the observer's closure alive. The observed object makes the token; only modules of this
/// package can subclass this class.
open class ObservationToken {
    @inlinable package init() {}

    /// Ends the observation: the observer is called no more, not even about a transition in progress.
    ///
    /// Canceling twice, or after the observed object is gone, does nothing.
    open func cancel() {}
}

/// The closures of an observer: of transitions, or of requests.
@usableFromInline final class Listener<S: ContextState> where S.Family == S {
    @usableFromInline let transitionMade: (Context<S>.Transition) -> Void
    @usableFromInline let requestAnswered: ((Context<S>.RequestRecord) -> Void)?
    /// Follows the context's requests while this observer exists; `nil` for an observer without a tracer.
    @usableFromInline let tracer: RequestTracer?
    /// Returns true if the observing object is gone, so that the observation can end.
    @usableFromInline let isAbandoned: () -> Bool

    @inlinable init(
        to transitionMade: @escaping (Context<S>.Transition) -> Void = { _ in },
        toRequests answered: ((Context<S>.RequestRecord) -> Void)? = nil, tracer: RequestTracer? = nil,
        isAbandoned: @escaping () -> Bool = { false }
    ) {
        (self.transitionMade, requestAnswered, self.isAbandoned) = (transitionMade, answered, isAbandoned)
        self.tracer = tracer
    }
}
