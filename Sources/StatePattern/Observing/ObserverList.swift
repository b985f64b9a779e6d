/// A context's observers, in the order in which they were added.
///
/// It is a plain value that calls no observer.
@usableFromInline struct ObserverList<S: ContextState>: ~Copyable where S.Family == S {
    @usableFromInline var all = Stack<Observer<S>>()
    /// Set while one of them observes requests.
    @usableFromInline var hearRequests = false

    @inlinable init() {}

    @inlinable mutating func append(_ observer: Observer<S>) {
        if observer.requestBody != nil { hearRequests = true }
        all.push(observer)
    }

    /// Removes the observers that are over.
    ///
    /// - Returns: All that there were, so that those are released when the list is at rest.
    @inlinable mutating func removeEnded() -> Stack<Observer<S>> {
        var previous = Stack<Observer<S>>()
        swap(&all, &previous)
        hearRequests = false
        for index in 0..<previous.count {
            previous[index]._withUnsafeGuaranteedRef { if !$0.isOver { append($0) } }
        }
        // With little room won, the next removal would come too soon, and each takes time for the whole list.
        if all.count > all.capacity / 2 { all.grow() }
        return previous
    }
}
