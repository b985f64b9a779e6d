extension Context {
    /// A request that has been answered, as request observers get it.
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
        public let refusal: RefusalReason?

        @inlinable init(
            _ request: String, _ state: S, _ outcome: Outcome, _ made: Transition?, _ refusal: RefusalReason?
        ) {
            (self.request, self.state, self.outcome) = (request, state, outcome)
            (self.transition, self.refusal) = (made, refusal)
        }
    }

    /// Calls `body` after each transition, once its last entry hook has returned.
    ///
    /// Observers are called in the order in which they were added. One that is added by an observer is called from the
    /// next transition on. A request that an observer makes is queued behind everything else. See
    /// <doc:Rules#9.-Observers>.
    ///
    /// A closure that captures the context, or something that holds it, keeps the context alive; see
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
    /// Besides transitions, you get requests that were handled without one, deferred, refused or unhandled: for a log, or
    /// for a screen that follows what handled requests change. You get a queued request when it is its turn, a deferred
    /// one each time that it is tried, and one that ``deactivate()`` drops as unhandled.
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
        // A request that is being handled now is not reported to this observer, but its transition is.
        let isLate = core.phase == .busy && !extras.value.queue.isNotifying
        if extras.value.observers.isFull && !extras.value.queue.isNotifying { removeEnded(of: extras) }
        if isLate || listener.requestAnswered != nil { core.needsFinish = true }
        return Observation(extras.value.observers.append(listener, isLate: isLate), in: extras)
    }

    /// Removes the observers that have ended, and those whose objects are gone.
    // An object may end here, where the last other reference to it goes on another thread.
    @usableFromInline func removeEnded(of extras: Part<Extras<S>>) {
        for entry in extras.value.observers.all where entry.listener.isAbandoned() {
            _ = extras.value.observers.end(entry.id)
        }
        _ = extras.value.observers.removeEnded()
    }

    /// Notifies request observers of a request that led to no transition; of the others they are notified like all.
    @inlinable @inline(__always) func report(_ name: String, _ outcome: Outcome) {
        withExtras { extras in
            if extras.value.observers.hearRequests && outcome != .transitioned {
                let record = RequestRecord(
                    name, core.leaf, outcome, nil, outcome == .refused ? extras.value.reason : nil)
                notify(extras, before: extras.value.observers.firstLate) { $0.requestAnswered?(record) }
            }
            extras.value.observers.firstLate = .max
            if outcome == .deferred { extras.value.queue.linkDeferred() }
        }
    }

    /// Calls `tell` with the listeners before an index, in the order in which they were added.
    ///
    /// Observers may end any observation while they are called. None leaves the list before all have been called.
    @inlinable @inline(__always) func notify(
        _ extras: Part<Extras<S>>, before end: Int, _ tell: (Listener<S>) -> Void
    ) {
        extras.value.queue.isNotifying = true
        // An observer that is added from here on is called from the next transition on.
        for index in 0..<Swift.min(end, extras.value.observers.all.count)
        where !extras.value.observers.all[index].isEnded {
            extras.value.observers.called = index
            calling(extras.value.observers.all[index].listener, tell)
            extras.value.observers.called = -1
            if extras.value.observers.all[index].isEnded { _ = extras.value.observers.silence(index) }
        }
        if extras.value.observers.someHaveEnded { removeEnded(of: extras) }
        extras.value.observers.firstLate = .max
        extras.value.queue.isNotifying = false
    }
}

/// Ends an observation.
///
/// You need not hold it: an observation continues without its token until the observed object is gone. A token keeps
/// neither that object nor the observer's closure alive. Tokens are made by what is observed; the class is open to the
/// modules of this package alone, as its initializer is.
open class ObservationToken {
    @inlinable package init() {}

    /// Ends the observation: the observer is called no more, not even about a transition in progress.
    ///
    /// Canceling twice, or after the observed object is gone, does nothing.
    open func cancel() {}
}

/// The token of an observation of a context, whose storage is empty when the context is gone.
@usableFromInline final class Observation<S: ContextState>: ObservationToken where S.Family == S {
    @usableFromInline let id: Int
    @usableFromInline let extras: Part<Extras<S>>

    @inlinable init(_ id: Int, in extras: Part<Extras<S>>) { (self.id, self.extras) = (id, extras) }

    @usableFromInline override func cancel() { _ = extras.value.observers.end(id) }
}

/// The closures of an observer.
@usableFromInline final class Listener<S: ContextState> where S.Family == S {
    @usableFromInline let transitionMade: (Context<S>.Transition) -> Void
    /// `nil` for an observer of transitions alone.
    @usableFromInline let requestAnswered: ((Context<S>.RequestRecord) -> Void)?
    /// Returns true when the object is gone for which the observation was made.
    @usableFromInline let isAbandoned: () -> Bool

    @inlinable init(
        to transitionMade: @escaping (Context<S>.Transition) -> Void = { _ in },
        isAbandoned: @escaping () -> Bool = { false }
    ) {
        (self.transitionMade, requestAnswered, self.isAbandoned) = (transitionMade, nil, isAbandoned)
    }

    @inlinable init(
        toRequests answered: @escaping (Context<S>.RequestRecord) -> Void,
        isAbandoned: @escaping () -> Bool = { false }
    ) {
        transitionMade = { answered(.init($0.request, $0.source, .transitioned, $0, nil)) }
        (requestAnswered, self.isAbandoned) = (answered, isAbandoned)
    }
}

/// The observers of a context, in the order in which they were added.
///
/// It is a plain value that calls no observer. What has to be released is returned, so that it is released when the list
/// is at rest: it may use the context.
@usableFromInline struct ObserverList<S: ContextState> where S.Family == S {
    @usableFromInline struct Entry {
        @usableFromInline let id: Int
        @usableFromInline var listener: Listener<S>
        @usableFromInline var isEnded = false

        @inlinable init(_ id: Int, _ listener: Listener<S>) { (self.id, self.listener) = (id, listener) }
    }

    @usableFromInline var all: [Entry] = []
    @usableFromInline var lastID = 0
    /// The index of the first one that was added since the request began that is being handled.
    @usableFromInline var firstLate = Int.max
    /// The index of the one that is being called.
    @usableFromInline var called = -1
    /// The number of observers at which those that have ended are looked for.
    @usableFromInline var limit = 4
    @usableFromInline var hearRequests = false
    @usableFromInline var someHaveEnded = false

    @inlinable init() {}

    @inlinable mutating func append(_ listener: Listener<S>, isLate: Bool) -> Int {
        if isLate { firstLate = Swift.min(firstLate, all.count) }
        lastID += 1
        all.append(Entry(lastID, listener))
        if listener.requestAnswered != nil { hearRequests = true }
        return lastID
    }

    /// Ends the observation with a number; the one that is being called is silenced when it has returned.
    @usableFromInline mutating func end(_ id: Int) -> Listener<S>? {
        // The numbers ascend.
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].id < id { low = middle + 1 } else { high = middle }
        }
        guard low < all.count, all[low].id == id, !all[low].isEnded else { return nil }
        (all[low].isEnded, someHaveEnded) = (true, true)
        return low == called ? nil : silence(low)
    }

    /// Takes the closures of an observer that has ended.
    @usableFromInline mutating func silence(_ index: Int) -> Listener<S> {
        var listener = Listener<S>()
        swap(&all[index].listener, &listener)
        return listener
    }

    /// True if those that have ended should make room for more.
    @inlinable var isFull: Bool { all.count >= limit && firstLate == .max }

    @usableFromInline mutating func removeEnded() -> [Entry] {
        let previous = all
        all = previous.filter { !$0.isEnded }
        hearRequests = all.contains { $0.listener.requestAnswered != nil }
        someHaveEnded = false
        limit = Swift.max(4, all.count * 2)
        return previous
    }
}
