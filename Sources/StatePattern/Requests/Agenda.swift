/// The work that a context has still to do before its outermost call returns, in the order of rules 6 and 7.
///
/// It is a plain value without callbacks. Items leave it one by one, so that the objects a request holds are released
/// when the agenda is at rest, and may use the context.
@usableFromInline struct Agenda<S: ContextState> where S.Family == S {
    /// Something to do; a request comes with its name.
    @usableFromInline enum Item {
        case activate
        case deactivate
        case request(String, Context<S>.Handler)

        @usableFromInline var name: String {
            switch self {
            case .activate: "activate()"
            case .deactivate: "deactivate()"
            case .request(let name, _): name
            }
        }
    }

    /// Requests of handlers and hooks: these come first.
    @usableFromInline var followUps = Queue<Item>()
    /// Requests that were deferred before the latest transition and are due to be tried again.
    @usableFromInline var recalled = Queue<Item>()
    /// Requests of observers: these come last.
    @usableFromInline var fromObservers = Queue<Item>()
    /// Requests that were deferred after the latest transition.
    @usableFromInline var deferred: [Item] = []
    /// The item that was taken last is a request that was deferred before.
    @usableFromInline var isRecalling = false
    /// Set while observers are called: requests come from them.
    @usableFromInline var isNotifying = false

    @inlinable init() {}

    @inlinable mutating func append(_ item: Item) {
        if isNotifying { fromObservers.append(item) } else { followUps.append(item) }
    }

    @inlinable mutating func next() -> Item? {
        isRecalling = false
        if let item = followUps.popFirst() { return item }
        if let item = recalled.popFirst() {
            isRecalling = true
            return item
        }
        return fromObservers.popFirst()
    }

    /// Makes the deferred requests due, ahead of those that are due already.
    ///
    /// - Returns: Whether there are any.
    @inlinable mutating func recallDeferred() -> Bool {
        guard !deferred.isEmpty else { return false }
        recalled.prepend(deferred)
        // The room for a few is kept: it would be needed again with the next one.
        deferred.removeAll(keepingCapacity: deferred.count <= 16)
        return true
    }

    /// All deferred requests, due or not, in the order in which they would be tried again.
    @inlinable var allDeferred: [Item] { deferred + recalled.elements }

    /// Drops some of ``allDeferred``, by their index, and returns all, so that they are freed when the agenda is at rest.
    @inlinable mutating func dropDeferred(_ isDropped: (Int) -> Bool) -> [Item] {
        let (all, dueFrom) = (allDeferred, deferred.count)
        func remaining(_ range: Range<Int>) -> [Item] { range.filter { !isDropped($0) }.map { all[$0] } }
        (deferred, recalled) = (remaining(0..<dueFrom), Queue())
        recalled.prepend(remaining(dueFrom..<all.count))
        return all
    }
}

/// First in, first out; an element that has left is no longer held.
///
/// - Complexity: O(1) amortised for `append` and `popFirst`; O(*n*) in the number of new elements for `prepend`.
@usableFromInline struct Queue<Element> {
    /// The elements that leave first, the very first one last; and those that come after them, in order.
    @usableFromInline var first: [Element] = [], others: [Element] = []

    @inlinable init() {}

    @inlinable var elements: [Element] { first.reversed() + others }

    @inlinable mutating func append(_ element: Element) { others.append(element) }

    @inlinable mutating func prepend(_ elements: [Element]) { first.append(contentsOf: elements.reversed()) }

    @inlinable mutating func popFirst() -> Element? {
        if first.isEmpty {
            swap(&first, &others)
            first.reverse()
        }
        return first.popLast()
    }
}
