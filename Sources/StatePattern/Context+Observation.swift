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
    /// The observer has ended and can leave the list.
    @usableFromInline var isOver: Bool { false }

    /// Tells the observer, and answers whether there was still somebody to tell.
    @usableFromInline func tell(_ transition: Transition<S>) -> Bool { false }
}

@usableFromInline final class ClosureObserver<S: State>: Observer<S> where S.Family == S {
    // Read before the closure is called and emptied by `cancel()`, which calls nobody meanwhile.
    @exclusivity(unchecked) @usableFromInline var body: ((Transition<S>) -> Void)?

    @inlinable init(_ body: @escaping (Transition<S>) -> Void) { self.body = body }

    @inlinable override var isOver: Bool { body == nil }

    @inlinable override func tell(_ transition: Transition<S>) -> Bool {
        guard let body else { return false }
        body(transition)
        return true
    }

    // `take` ends the access before what the closure holds is released.
    @inlinable override func cancel() { _ = body.take() }
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
        add(ClosureObserver(body))
    }

    @inlinable
    final func add(_ observer: Observer<S>) -> ObservationToken {
        if observers.isFull && !isNotifying { removeEndedObservers() }  // Rather than let the list grow.
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
            if !withObserver(at: index, { $0.tell(transition) }) { someAreOver = true }
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
