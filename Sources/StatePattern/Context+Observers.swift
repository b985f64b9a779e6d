/// An entry in a context's list of observers.
@usableFromInline class Observer<S: ContextState>: ObservationToken where S.Family == S {
    /// A closure in a struct, because an optional closure would be wrapped anew whenever it is moved.
    @usableFromInline struct Body: ~Copyable {
        @usableFromInline let tell: (Context<S>.Transition) -> Void
        @inlinable init(_ tell: @escaping (Context<S>.Transition) -> Void) { self.tell = tell }
    }

    // Accesses do not overlap: one ends before the closure is called, or what it holds is released.
    /// The closure to call; `nil` while it is called, and once it has been cancelled.
    @exclusivity(unchecked) @usableFromInline final var body: Body?
    /// The closure to call with requests that are no transitions; `nil` for an observer of transitions alone.
    @exclusivity(unchecked) @usableFromInline final var requestBody: ((Context<S>.RequestRecord) -> Void)?
    @exclusivity(unchecked) @usableFromInline final var isCancelled = false

    @inlinable init(_ body: consuming Body?) { self.body = body }

    /// The observer can leave the list.
    @usableFromInline var isOver: Bool { isCancelled }

    @usableFromInline override func cancel() {
        isCancelled = true
        _ = body.take()
        _ = requestBody.take()
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
            _ request: String, _ state: S, _ outcome: Outcome, _ transition: Transition? = nil, _ refusal: Reason?
        ) {
            (self.request, self.state, self.outcome) = (request, state, outcome)
            (self.transition, self.refusal) = (transition, refusal)
        }

        @inlinable init(_ transition: Transition) {
            self.init(transition.request, transition.source, .transitioned, transition, nil)
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
        let observer = Observer<S>(Observer.Body { body(RequestRecord($0)) })
        observer.requestBody = body
        return add(observer)
    }

    @inlinable final func add(_ observer: Observer<S>) -> ObservationToken {
        let extras = madeExtras
        if extras.pointee.observers.isFull && !flags.contains(.isNotifying) {
            removeEndedObservers()
            // With little room won, the next removal would come too soon, and each takes time for the whole list.
            if observerCount > extras.pointee.observers.capacity / 2 { extras.pointee.observers.grow() }
        }
        extras.pointee.observers.push(observer)
        flags.insert(.hasListeners)
        if observer.requestBody != nil {
            flags.insert(.hasRequestObservers)
            // A request that is being handled goes on as if there were follow-ups, and comes to rest in another phase.
            if phase == .ready { phase = .observed } else { flags.insert(.hasFollowUps) }
        }
        return observer
    }

    @inlinable final func notify(_ transition: Transition) {
        let count = observerCount  // An observer that is added from here on is told of the next transition.
        var index = 0
        var someAreOver = false
        flags.insert(.isNotifying)
        while index < count {
            withObserver(at: index) { observer in
                // The closure is moved out for the call and back, so that nothing is retained. One that is cancelled
                // during the call is not moved back, and is released.
                guard let body = observer.body.take() else { return someAreOver = true }
                body.tell(transition)
                if observer.isCancelled { someAreOver = true } else { observer.body = consume body }
            }
            index += 1
        }
        flags.remove(.isNotifying)
        if someAreOver { removeEndedObservers() }
    }

    /// Tells those who observe requests of one that led to no transition; `notify` has told them of the others.
    @inlinable @inline(__always) final func report(_ name: String, _ outcome: Outcome) {
        if flags.contains(.hasRequestObservers), outcome != .transitioned { notifyOfRequest(name, outcome) }
    }

    @inlinable final func notifyOfRequest(_ name: String, _ outcome: Outcome) {
        let reason: Reason? = outcome == .refused ? extras?.pointee.latestReason : nil
        let record = RequestRecord(name, current.leaf, outcome, nil, reason)
        var someAreOver = false
        flags.insert(.isNotifying)
        for index in 0..<observerCount {
            withObserver(at: index) { observer in
                observer.requestBody?(record)
                if observer.isOver { someAreOver = true }
            }
        }
        flags.remove(.isNotifying)
        if someAreOver { removeEndedObservers() }
    }

    @inlinable final func removeEndedObservers() {
        var remaining = Stack<Observer<S>>()
        var ended = Stack<Observer<S>>()  // Released at the end, when the list is at rest.
        while let observer = extras?.pointee.observers.pop() {
            if observer.isOver { ended.push(observer) } else { remaining.push(observer) }
        }
        flags.remove(.hasRequestObservers)
        while let observer = remaining.pop() {
            if observer.requestBody != nil { flags.insert(.hasRequestObservers) }
            extras?.pointee.observers.push(observer)
        }
    }
}
