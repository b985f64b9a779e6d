extension Context {
    /// An answered request, for request observers.
    public struct RequestRecord {
        /// The request as a method of the context: `play()`.
        public let request: String
        /// The leaf that was asked first.
        public let state: S
        /// The outcome of the request; never ``Outcome/queued``.
        public let outcome: Outcome
        /// The transition that the request led to; `nil` if it led to none.
        public let transition: Transition?
        /// The reason that a state has given with ``Context/refuse(because:)-(RefusalReason)``.
        public let refusal: RefusalReason?
        /// The part of the queue in which the request has waited.
        @usableFromInline package let source: RequestQueue<S>.Source
        @usableFromInline let boxedArgument: BoxedArgument?

        @inlinable init(
            _ request: String, _ state: S, _ outcome: Outcome, _ made: Transition?, in extras: Part<Extras<S>>
        ) {
            (self.request, self.state, self.outcome) = (request, state, outcome)
            (transition, refusal) = (made, outcome == .refused ? extras.value.reason : nil)
            (source, boxedArgument) = (extras.value.queue.source, extras.value.argument)
        }

        #if !hasFeature(Embedded)
        /// The argument of the request, or a tuple of several; `nil` without an argument, or if there was no request
        /// observer when the request was made.
        public var argument: Any? { boxedArgument?.value }
        #endif
    }

    /// Calls `body` after each transition, once its last entry hook has returned.
    ///
    /// Observers are called in the order in which they were added. An observer that another one adds is called from the
    /// next notification on. A request that an observer makes is queued behind everything else. See
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
    /// Besides transitions, you get requests that were handled without one, deferred, refused or unhandled. Use it for
    /// a log, or for a screen that follows the changes by handled requests. You get a queued request at its turn, and a
    /// deferred request at each try. A deferred request that ``deactivate()`` drops is unhandled.
    ///
    /// While there is such an observer, each request takes the time to call it.
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
        // A busy context may be calling its observers.
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

    /// Removes the observers that have ended, or that observe for an object that is gone.
    // An object may end here, if another thread releases its last other reference.
    @usableFromInline func removeEnded(of extras: Part<Extras<S>>) {
        let list = extras.value.observers
        for observation in list.elements where observation.listener?.isAbandoned() == true { observation.end() }
        list.elements.removeAll { $0.listener == nil }
        extras.value.hearRequests = list.elements.contains { $0.listener?.requestAnswered != nil }
        extras.value.tracer = list.elements.lazy.compactMap { $0.listener?.tracer }.first
        extras.value.someHaveEnded = false
        extras.value.observerLimit = Swift.max(4, list.elements.count * 2)
    }

    /// Notifies request observers of a request without a transition; `completeTransition` notifies them of the others.
    @inlinable @inline(__always) func report(_ name: String, _ outcome: Outcome) {
        withExtras { extras in
            if extras.value.hearRequests && outcome != .transitioned {
                let record = RequestRecord(name, core.leaf, outcome, nil, in: extras)
                notify(extras) { $0.requestAnswered?(record) }
            }
            if extras.value.argument != nil { extras.value.argument = nil }
            if outcome == .deferred { extras.value.queue.linkDeferred() }
        }
    }

    /// Calls `tell` with the listeners, in the order in which they were added.
    ///
    /// Observers may end any observation while they are called. No observer leaves the list before all have been
    /// called.
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
/// neither that object nor the observer's closure alive. The observed objects make the tokens; only modules of this
/// package can subclass the class.
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
    /// Follows the requests of the context while this observer exists.
    @usableFromInline let tracer: RequestTracer?
    /// Returns true if the object that the observation was made for is gone.
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
