/// The work that a context must do before its outermost call returns, in the order of rules 6 and 7.
///
/// It is a plain value without callbacks. Items leave the queue one by one. So the objects that a request holds are
/// freed while the queue is not being changed, and may use the context then.
@usableFromInline package struct RequestQueue<S: ContextState> where S.Family == S {
    /// A request, an activation or a deactivation.
    @usableFromInline struct Item {
        // Each case has a payload, so that the enum has a tag: WebAssembly numbers functions from 1, and a case without a
        // payload would be stored as such a number.
        @usableFromInline enum Work {
            case activation(Bool)
            case request(Context<S>.Handler)
        }

        @usableFromInline let work: Work
        @usableFromInline let name: String
        /// The argument for ``Context/deferredArguments``; `nil` if the request has none.
        @usableFromInline let argument: BoxedArgument?
        /// The number of the outermost call in which it was queued; 0 for a request that was not.
        @usableFromInline var call: UInt = 0
        /// The tracer's note about the making of the request; `nil` without a tracer.
        @usableFromInline var origin: AnyObject?

        @inlinable init(_ work: Work, _ name: String) { (self.work, self.name, argument) = (work, name, nil) }

        @inlinable init<Argument>(
            _ name: String, _ argument: Argument, _ handler: @escaping (S, S.Owner, Argument) -> Reaction<S>
        ) {
            (work, self.name) = (.request { handler($0, $1, argument) }, name)
            self.argument = boxed(argument)
        }

        @inlinable var isRequest: Bool { if case .request = work { true } else { false } }
    }

    /// Requests that handlers and hooks have made: these are handled first.
    @usableFromInline var followUps = Queue<Item>()
    /// Requests that were deferred before the latest transition and are due to be tried again.
    @usableFromInline var recalled = Queue<Item>()
    /// Requests that observers have made: these are handled last.
    @usableFromInline var fromObservers = Queue<Item>()
    /// Requests that were deferred after the latest transition.
    @usableFromInline var deferred = Queue<Item>()
    /// Set while observers are called: new requests then count as requests of observers.
    @usableFromInline var isNotifying = false
    @usableFromInline var source = Source.caller

    /// The source of a request: a caller outside of the queue, a busy context, a deferral, or an observer.
    @usableFromInline package enum Source { case caller, context, deferral, observer }

    /// The number of requests that handlers, hooks and observers have made in the current outermost call,
    /// and of further tries of those that were deferred.
    @usableFromInline var followUpCount = 0
    /// The number of the outermost call.
    @usableFromInline var call: UInt = 1
    /// The names of the latest of these requests, near the follow-up limit.
    @usableFromInline var latestNames: [String] = []

    @inlinable init() {}

    @inlinable mutating func append(_ item: consuming Item) {
        followUpCount += 1
        item.call = call
        if isNotifying { fromObservers.append(consume item) } else { followUps.append(consume item) }
    }

    /// True if no item waits, except for deferred requests that are not due.
    @inlinable var isDone: Bool {
        @inline(__always) get { followUps.isEmpty && recalled.isEmpty && fromObservers.isEmpty }
    }

    @inlinable mutating func next() -> Item? {
        source = followUps.isEmpty ? recalled.isEmpty ? .observer : .deferral : .context
        let item =
            switch source {
            case .context: followUps.popFirst()
            case .deferral: recalled.popFirst()
            case .caller, .observer: fromObservers.popFirst()
            }
        if source == .deferral, item?.call == call { followUpCount += 1 }
        return item
    }

    /// Ends the outermost call.
    @inlinable mutating func endCall() {
        (followUpCount, source, call) = (0, .caller, call &+ 1)
        if !latestNames.isEmpty { latestNames = [] }
    }

    /// Makes the deferred requests due, ahead of the requests that are due already.
    ///
    /// - Returns: False if no request is deferred.
    @inlinable mutating func recallDeferred() -> Bool {
        guard !deferred.isEmpty else { return false }
        recalled.prepend(&deferred)
        return true
    }

    /// All deferred requests, due or not, in the order in which they would be tried again.
    @inlinable var allDeferred: [Item] { deferred.elements + recalled.elements }

    /// Drops the elements of ``allDeferred`` with indices that satisfy `isDropped`.
    ///
    /// It returns them, so that they are freed after the queue has been changed.
    @inlinable mutating func dropDeferred(_ isDropped: (Int) -> Bool) -> [Item] {
        let (all, dueFrom) = (allDeferred, deferred.elements.count)
        func items(_ isMeant: (Int) -> Bool) -> [Item?] { all.indices.filter(isMeant).map { all[$0] } }
        deferred.slots = items { $0 < dueFrom && !isDropped($0) }
        (recalled.slots, recalled.first) = (items { $0 >= dueFrom && !isDropped($0) }, 0)
        return items(isDropped).compactMap { $0 }
    }
}

/// A first-in, first-out queue, which releases removed elements at once.
///
/// - Complexity: O(1) amortised for `append` and `popFirst`.
@usableFromInline struct Queue<Element> {
    /// The empty slots of removed elements, then the elements.
    @usableFromInline var slots: [Element?] = []
    @usableFromInline var first = 0

    @inlinable init() {}

    @inlinable var isEmpty: Bool { first == slots.count }
    @inlinable var elements: [Element] { slots.compactMap { $0 } }

    @inlinable mutating func append(_ element: consuming Element) { slots.append(consume element) }

    @inlinable mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        if slots.count == 1 { return slots.removeLast() }
        let element = slots[first].take()
        first += 1
        if 2 * first >= slots.count {
            slots.removeFirst(first)
            first = 0
        }
        return element
    }

    /// Moves all elements of `others` to the front of this queue. No element may have been removed from `others`.
    ///
    /// - Complexity: O(*n*) in the number of elements of both queues; O(1) if this queue is empty.
    @inlinable mutating func prepend(_ others: inout Queue) {
        if isEmpty { return swap(&self, &others) }
        slots.replaceSubrange(0..<first, with: others.slots)
        first = 0
        others = Queue()
    }
}

// Values of any type do not exist in Embedded Swift: there, only the request's closure holds the argument.
#if hasFeature(Embedded)
@usableFromInline typealias BoxedArgument = Never
@inlinable func boxed<Argument>(_ argument: Argument) -> BoxedArgument? { nil }
#else
@usableFromInline final class BoxedArgument {
    @usableFromInline let value: Any
    @inlinable init(_ value: Any) { self.value = value }
}
@inlinable func boxed<Argument>(_ argument: Argument) -> BoxedArgument? { BoxedArgument(argument) }
#endif
