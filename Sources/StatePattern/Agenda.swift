/// What a context has still to do before its outermost call returns, in the order of rules 6 and 7.
///
/// It is a plain value that calls nobody. Whatever leaves it is handed to the caller, so that the objects a request
/// holds are released when the agenda is at rest, and may use the context.
@usableFromInline struct Agenda<S: State> where S.Family == S {
    /// Something to do; a request comes with its name.
    @usableFromInline enum Step {
        case activate
        case deactivate
        case request(String, Context<S>.Request)
    }

    /// Asked for by handlers and hooks: these come first.
    @usableFromInline var followUps = Queue<Step>()
    /// Deferred before the latest transition and due to be tried again.
    @usableFromInline var recalled = Queue<Step>()
    /// Asked for by observers: these come last.
    @usableFromInline var fromObservers = Queue<Step>()
    /// Deferred since the latest transition.
    @usableFromInline var deferred: [Step] = []

    @inlinable init() {}

    @inlinable mutating func next() -> Step? {
        followUps.popFirst() ?? recalled.popFirst() ?? fromObservers.popFirst()
    }

    /// Makes the deferred requests due, ahead of those that are due already (rule 7).
    ///
    /// - Returns: Whether there are any.
    @inlinable @discardableResult mutating func recallDeferred() -> Bool {
        guard !deferred.isEmpty else { return false }
        recalled.prepend(deferred)
        deferred = []
        return true
    }

    /// The names of all deferred requests, due or not, in the order in which they would be tried again.
    var deferredNames: [String] {
        (deferred + recalled.elements.compactMap { $0 }).compactMap { step in
            if case .request(let name, _) = step { name } else { nil }
        }
    }

    /// Takes out all deferred requests, due or not, in the order in which they would have been tried again.
    @inlinable mutating func takeDeferred() -> Queue<Step> {
        recallDeferred()
        defer { recalled = Queue() }
        return recalled
    }
}

/// First in, first out; an element that has left is no longer held.
///
/// - Complexity: O(1) amortised for `append` and `popFirst`; O(*n*) for `prepend`.
@usableFromInline struct Queue<Element> {
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var head = 0

    @inlinable init() {}

    @inlinable mutating func append(_ element: Element) { elements.append(element) }

    @inlinable mutating func prepend(_ others: [Element]) {
        elements.replaceSubrange(..<head, with: others.lazy.map(Optional.some))
        head = 0
    }

    @inlinable mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head].take()
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        }
        return element
    }
}
