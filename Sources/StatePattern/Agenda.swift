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

    @inlinable init() {}

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
    @inlinable @discardableResult mutating func recallDeferred() -> Bool {
        guard !deferred.isEmpty else { return false }
        recalled.prepend(deferred)
        deferred = []
        return true
    }

    /// All deferred requests, due or not, in the order in which they would be tried again.
    var allDeferred: [Item] { deferred + recalled.remaining }

    /// Takes out all deferred requests, due or not.
    @inlinable mutating func takeDeferred() -> Queue<Item> {
        recallDeferred()
        defer { recalled = Queue() }
        return recalled
    }

    /// Drops those of ``allDeferred`` that are marked, and returns all, so that they are freed when the agenda is at rest.
    mutating func dropDeferred(marked: [Bool]) -> [Item] {
        let all = allDeferred
        func unmarked(_ range: Range<Int>) -> [Item] { range.filter { !marked[$0] }.map { all[$0] } }
        recalled = Queue()
        recalled.prepend(unmarked(deferred.count..<all.count))
        deferred = unmarked(0..<deferred.count)
        return all
    }
}

/// First in, first out; an element that has left is no longer held.
///
/// - Complexity: O(1) amortised for `append` and `popFirst`; O(*n*) for `prepend`.
@usableFromInline struct Queue<Element> {
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var head = 0

    @inlinable init() {}

    var remaining: [Element] { elements[head...].compactMap { $0 } }

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
