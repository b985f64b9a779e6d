/// What ends an observation.
///
/// Nobody has to keep it: an observation goes on without its token until the context is gone. A token that is kept
/// keeps neither the context nor the observer's closure alive.
public class ObservationToken {
    @usableFromInline init() {}

    /// Ends the observation: the observer is called no more, not even about a transition that is being told of.
    ///
    /// Cancelling twice, or after the context is gone, does nothing.
    public func cancel() {}
}

/// An entry in a context's list of observers.
@usableFromInline class Observer<S: State>: ObservationToken where S.Family == S {
    /// A closure in a struct, because an optional closure would be wrapped anew whenever it is moved.
    @usableFromInline struct Body: ~Copyable {
        @usableFromInline let tell: (Transition<S>) -> Void
        @inlinable init(_ tell: @escaping (Transition<S>) -> Void) { self.tell = tell }
    }

    // Accesses do not overlap: one ends before the closure is called, or what it holds is released.
    /// What to call; `nil` while it is called, and once it has been cancelled.
    @exclusivity(unchecked) @usableFromInline final var body: Body?
    @exclusivity(unchecked) @usableFromInline final var isCancelled = false

    @inlinable init(_ body: consuming Body?) { self.body = body }

    /// The observer can leave the list.
    @usableFromInline var isOver: Bool { isCancelled }

    @usableFromInline override func cancel() {
        isCancelled = true
        _ = body.take()
    }
}

extension Context {
    /// Calls `body` after each transition, once its last entry hook has returned (rule 9).
    ///
    /// Observers are called in the order in which they were added. One that is added by an observer is told from the
    /// next transition on. What an observer asks of the context is queued behind everything else.
    ///
    /// A closure that captures the context, or something that holds it, keeps the context alive; see
    /// ``observe(for:_:)``.
    ///
    /// - Returns: What ends the observation; it can be ignored.
    /// - Complexity: O(1) amortised.
    @inlinable @discardableResult
    public final func observe(_ body: @escaping (Transition<S>) -> Void) -> ObservationToken {
        add(Observer(Observer.Body(body)))
    }

    @inlinable
    final func add(_ observer: Observer<S>) -> ObservationToken {
        if observers.isFull && !isNotifying {
            removeEndedObservers()
            // With little room won, the next removal would come too soon, and each takes time for the whole list.
            if observers.count > observers.capacity / 2 { observers.grow() }
        }
        observers.push(observer)
        isAwaited = true
        return observer
    }

    @inlinable
    final func notify(_ transition: Transition<S>) {
        let count = observers.count  // An observer that is added from here on is told of the next transition.
        var index = 0
        var someAreOver = false
        isNotifying = true
        while index < count {
            withObserver(at: index) { observer in
                // The closure is moved out for the call and back, so that nothing is retained. One that is cancelled
                // meanwhile is not moved back, and is released.
                guard let body = observer.body.take() else { return someAreOver = true }
                body.tell(transition)
                if observer.isCancelled { someAreOver = true } else { observer.body = consume body }
            }
            index += 1
        }
        isNotifying = false
        if someAreOver { removeEndedObservers() }
    }

    @inlinable
    final func removeEndedObservers() {
        var remaining = Stack<Observer<S>>()
        var ended = Stack<Observer<S>>()  // Released at the end, when the list is at rest.
        while let observer = observers.pop() {
            if observer.isOver { ended.push(observer) } else { remaining.push(observer) }
        }
        while let observer = remaining.pop() { observers.push(observer) }
    }
}
