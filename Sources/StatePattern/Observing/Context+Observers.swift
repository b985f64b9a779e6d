/// An entry in a context's list of observers.
@usableFromInline final class Observer<S: ContextState>: ObservationToken where S.Family == S {
    /// A closure in a struct, because a bare one would be wrapped anew whenever it is moved.
    @usableFromInline struct Body: ~Copyable {
        @usableFromInline let tell: (Context<S>.Transition) -> Void
        @inlinable init(_ tell: @escaping (Context<S>.Transition) -> Void) { self.tell = tell }
    }

    // Accesses do not overlap: one ends before the closure is called, or what it holds is released.
    /// The closure to call; `nil` while it is called, and once it is cancelled.
    @exclusivity(unchecked) @usableFromInline var body: Body?
    @exclusivity(unchecked) @usableFromInline var isCancelled = false
    /// The closure to call with requests that are no transitions; `nil` for an observer of transitions alone.
    @exclusivity(unchecked) @usableFromInline var requestBody: ((Context<S>.RequestRecord) -> Void)?
    /// Returns true when the object is gone that the observation was to last as long as.
    @usableFromInline var isAbandoned: (() -> Bool)?
    /// Called when the observation ends before its context does, and with that.
    @usableFromInline var whenCancelled: (() -> Void)?

    @inlinable override init() { super.init() }

    /// Makes this an observer of requests, of which transitions are some.
    @inlinable func observeRequests(_ body: @escaping (Context<S>.RequestRecord) -> Void) {
        requestBody = body
        self.body = Body { body(Context<S>.RequestRecord($0.request, $0.source, .transitioned, $0, nil)) }
    }

    /// The observer can leave the list.
    @usableFromInline var isOver: Bool { isCancelled || isAbandoned?() == true }

    @usableFromInline override func cancel() {
        isCancelled = true
        _ = body.take()
        _ = requestBody.take()
        whenCancelled.take()?()
    }
}

extension Context {
    /// A request that has been answered, as those who observe requests are told of it.
    public struct RequestRecord {
        /// The request, as the context's method is called: `play()`.
        public let request: String
        /// The leaf that was asked first.
        public let state: S
        /// The outcome of the request; never ``Outcome/queued``.
        public let outcome: Outcome
        /// The transition that the request led to, if it did.
        public let transition: Transition?
        /// The reason that a state has given for its refusal with ``Context/refuse(because:)``.
        public let refusal: Reason?

        @inlinable init(_ request: String, _ state: S, _ outcome: Outcome, _ made: Transition?, _ refusal: Reason?) {
            (self.request, self.state, self.outcome) = (request, state, outcome)
            (self.transition, self.refusal) = (made, refusal)
        }
    }

    /// Calls `body` after each transition, once its last entry hook has returned.
    ///
    /// Observers are called in the order in which they were added. One that is added by an observer is told from the
    /// next transition on. A request that an observer makes is queued behind everything else. See
    /// <doc:Rules#9.-Observers>.
    ///
    /// A closure that captures the context, or something that holds it, keeps the context alive; see
    /// ``observe(for:_:)``.
    ///
    /// - Returns: A token that ends the observation; it can be ignored.
    /// - Complexity: O(1) amortised.
    @inlinable @discardableResult
    public final func observe(_ body: @escaping (Transition) -> Void) -> ObservationToken {
        addObserver { $0.body = Observer.Body(body) }
    }

    /// Calls `body` after each request that has been answered, whatever the outcome.
    ///
    /// Besides transitions, it is told of requests that were handled without one, deferred, refused or unhandled: for a
    /// log, or for a screen that follows what handled requests change. A queued request is told of when it is its turn, a
    /// deferred one each time that it is tried, and one that is dropped by ``deactivate()`` as unhandled.
    ///
    /// As long as there is such an observer, each request takes the time to call it.
    ///
    /// - Returns: A token that ends the observation; it can be ignored.
    /// - Complexity: O(1) amortised.
    @inlinable @discardableResult
    public final func observeRequests(_ body: @escaping (RequestRecord) -> Void) -> ObservationToken {
        addObserver { $0.observeRequests(body) }
    }

    /// Adds an observer, to which `prepare` gives its closures.
    @inlinable final func addObserver(_ prepare: (Observer<S>) -> Void) -> ObservationToken {
        let (extras, observer) = (madeExtras, Observer<S>())
        prepare(observer)
        if extras.pointee.observers.all.isFull && !extras.pointee.agenda.isNotifying {
            _ = extras.pointee.observers.removeEnded()
        }
        extras.pointee.observers.append(observer)
        hasListeners = true
        if observer.requestBody != nil {
            // A request that is being handled goes on as if there were follow-ups, and comes to rest in another phase.
            if phase == .ready { phase = .observed } else { hasFollowUps = true }
        }
        return observer
    }

    @inlinable final func notify(of transition: Transition) {
        notify { observer in
            // The closure is moved out for the call and back, so that nothing is retained. One that is cancelled during
            // the call is not moved back, and is released. Sound: nothing is left in its place that had to be released.
            guard let body = observer.body.take() else { return true }
            body.tell(transition)
            if observer.isCancelled { return true }
            var moved = Optional(body)
            withUnsafeMutablePointer(to: &observer.body) { $0.initialize(to: moved.take()) }
            return false
        }
    }

    /// Tells those who observe requests of one that led to no transition; the others have been told with all observers.
    @inlinable @inline(__always) final func report(_ name: String, _ outcome: Outcome) {
        if extras?.pointee.observers.hearRequests == true, outcome != .transitioned { notify(of: name, outcome) }
    }

    @inlinable final func notify(of request: String, _ outcome: Outcome) {
        let reason: Reason? = outcome == .refused ? extras?.pointee.latestReason : nil
        let record = RequestRecord(request, path.leaf, outcome, nil, reason)
        notify { $0.requestBody?(record) != nil && $0.isCancelled }
    }

    /// Calls `tell` with each observer, which is not retained for the call; it returns true if the observer is over.
    // Sound for an index below the count, as for `withCurrent`: the list holds the observer, and none leaves it here.
    @inlinable @inline(__always) final func notify(_ tell: (Observer<S>) -> Bool) {
        let extras = extras.unsafelyUnwrapped
        var someAreOver = false
        extras.pointee.agenda.isNotifying = true
        // An observer that is added from here on is told of the next transition.
        for index in 0..<observerCount {
            extras.pointee.observers.all[index]._withUnsafeGuaranteedRef { if tell($0) { someAreOver = true } }
        }
        extras.pointee.agenda.isNotifying = false
        if someAreOver { _ = extras.pointee.observers.removeEnded() }
    }
}
