/// An entry in a context's list of observers.
@usableFromInline final class Observer<S: ContextState>: ObservationToken where S.Family == S {
    /// A closure in a struct, because an optional closure would be wrapped anew whenever it is moved.
    @usableFromInline struct Body: ~Copyable {
        @usableFromInline let tell: (Context<S>.Transition) -> Void
        @inlinable init(_ tell: @escaping (Context<S>.Transition) -> Void) { self.tell = tell }
    }

    // Accesses do not overlap: one ends before the closure is called, or what it holds is released.
    /// The closure to call; `nil` while it is called, and once it has been cancelled.
    @exclusivity(unchecked) @usableFromInline var body: Body?
    @exclusivity(unchecked) @usableFromInline var isCancelled = false
    /// The closure to call with requests that are no transitions; `nil` for an observer of transitions alone.
    @exclusivity(unchecked) @usableFromInline var requestBody: ((Context<S>.RequestRecord) -> Void)?
    /// Returns true when the object is gone that the observation was to last as long as.
    @usableFromInline var isAbandoned: (() -> Bool)?
    /// Called when the observation ends before its context does, and with that.
    var whenCancelled: (() -> Void)?

    @inlinable init(_ body: consuming Body?) { self.body = body }

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

        @inlinable init(
            _ request: String, _ state: S, _ outcome: Outcome, _ transition: Transition?, _ refusal: Reason?
        ) {
            (self.request, self.state, self.outcome) = (request, state, outcome)
            (self.transition, self.refusal) = (transition, refusal)
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
        add(Observer(Observer.Body(body)))
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
        let observer = Observer<S>(nil)
        observer.observeRequests(body)
        return add(observer)
    }

    @inlinable final func add(_ observer: Observer<S>) -> ObservationToken {
        let extras = madeExtras
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

    @inlinable final func notify(_ transition: Transition) {
        let extras = extras.unsafelyUnwrapped
        let count = observerCount  // An observer that is added from here on is told of the next transition.
        var index = 0
        var someAreOver = false
        extras.pointee.agenda.isNotifying = true
        while index < count {
            // Sound for an index below the count, as for `withCurrent`: the list holds the observer, and none leaves it now.
            extras.pointee.observers.all[index]._withUnsafeGuaranteedRef { observer in
                // The closure is moved out for the call and back, so that nothing is retained. One that is cancelled
                // during the call is not moved back, and is released.
                guard let body = observer.body.take() else { return someAreOver = true }
                body.tell(transition)
                if observer.isCancelled { someAreOver = true } else { observer.body = consume body }
            }
            index += 1
        }
        extras.pointee.agenda.isNotifying = false
        if someAreOver { _ = extras.pointee.observers.removeEnded() }
    }

    /// Tells those who observe requests of one that led to no transition; `notify` has told them of the others.
    @inlinable @inline(__always) final func report(_ name: String, _ outcome: Outcome) {
        if extras?.pointee.observers.hearRequests == true, outcome != .transitioned { notifyOfRequest(name, outcome) }
    }

    @inlinable final func notifyOfRequest(_ name: String, _ outcome: Outcome) {
        let extras = extras.unsafelyUnwrapped
        let reason: Reason? = outcome == .refused ? extras.pointee.latestReason : nil
        let record = RequestRecord(name, path.leaf, outcome, nil, reason)
        var someAreOver = false
        extras.pointee.agenda.isNotifying = true
        for index in 0..<observerCount {
            extras.pointee.observers.all[index]._withUnsafeGuaranteedRef { observer in
                observer.requestBody?(record)
                if observer.isOver { someAreOver = true }
            }
        }
        extras.pointee.agenda.isNotifying = false
        if someAreOver { _ = extras.pointee.observers.removeEnded() }
    }
}
