/// The unsafe means that make a transition cheap; to follow the rest of the package, nobody has to read them.
///
/// What a transition written by hand costs is mostly reference counting, 5 to 10 ns for each retain and release, and
/// checks of exclusive access. What is done about it, here and in `Context`, and what a transition with both hooks takes
/// without (12.2 ns with everything, 22.2 by hand; measured on one machine with two cores):
///
/// - `@exclusivity(unchecked)` on the stored properties: 29.8 ns without, and 126 for three exits and entries, not 42.
/// - States and observers are called unretained: nothing here, where the compiler sees that the hooks release nothing;
///   76 ns and not 51 for a request from an entry hook, 40 and not 29 for a transition with an observer.
/// - `swap` of the target and the current state: 40 ns and not 29 with an observer.
/// - An argument goes beside the closure of its request: 16 ns and not 2.2 for a handled request with an argument.
/// - Superstates are moved from list to list: 50 ns and not 39 for three exits and entries.
/// - The closure of an observer is moved out for its call: 12 ns and not 3 for each further observer.
/// - Delegation is inlined into the request's method: 47 ns and not 42 for three exits and entries.
extension Context {
    /// The context as its states know it.
    // Sound: `init` has checked that the context is an instance of `Owner`.
    @inlinable final var owner: S.Owner { unsafeDowncast(self, to: S.Owner.self) }

    /// Calls `body` with the current state, which is not retained for the call.
    // Sound: the caller holds the context, and the context holds the state. While a request is handled nothing replaces
    // it or its superstates, because whatever is asked of the context meanwhile is queued.
    @inlinable @inline(__always)
    final func withCurrent<Result>(_ body: (S) -> Result) -> Result {
        Unmanaged.passUnretained(current)._withUnsafeGuaranteedRef(body)
    }

    /// Calls `body` with a superstate of the current state, which is not retained for the call.
    // Sound: as for `withCurrent`, with the list of superstates as what holds it.
    @inlinable @inline(__always)
    final func withSuperstate<Result>(at depth: Int, _ body: (S) -> Result) -> Result {
        superstates[depth]._withUnsafeGuaranteedRef(body)
    }

    /// Calls `body` with an observer, which is not retained for the call.
    // Sound: as for `withCurrent`, with the list as what holds the observer; nobody leaves it during a notification.
    @inlinable @inline(__always)
    final func withObserver<Result>(at index: Int, _ body: (Observer<S>) -> Result) -> Result {
        observers[index]._withUnsafeGuaranteedRef(body)
    }

    /// Whether `state` is the very object at `depth`: a superstate of the current state, or that itself.
    // Sound: the two addresses are compared and not used for anything else.
    @inlinable @inline(__always)
    final func isIdentical(_ state: borrowing S, toStateAt depth: Int) -> Bool {
        let other = depth == superstates.count ? Unmanaged.passUnretained(current) : superstates[depth]
        return Unmanaged.passUnretained(copy state).toOpaque() == other.toOpaque()
    }

    /// Whether the outermost superstate that is still to be entered is the very object at `depth`.
    // Sound: the list holds that superstate, and nothing leaves it during the comparison.
    @inlinable @inline(__always)
    final func isNextToEnter(theStateAt depth: Int) -> Bool {
        entering[entering.count - 1]._withUnsafeGuaranteedRef { isIdentical($0, toStateAt: depth) }
    }
}

/// A stack of objects that are moved in and out, and never copied.
@usableFromInline struct Stack<Element: AnyObject>: ~Copyable {
    // Sound: `base` has room for `capacity` elements and its first `count` are initialised. It is private to this
    // stack, which cannot be copied.
    @usableFromInline var base: UnsafeMutablePointer<Element>? = nil
    @usableFromInline var capacity = 0
    @usableFromInline var count = 0

    @inlinable init() {}

    @inlinable var isFull: Bool { count == capacity }

    @inlinable deinit {
        base?.deinitialize(count: count)
        base?.deallocate()
    }

    // Sound for `index` in 0 ..< count, where `base` is not nil.
    @inlinable subscript(index: Int) -> Unmanaged<Element> {
        @inline(__always) get { .passUnretained(base.unsafelyUnwrapped[index]) }
    }

    @inlinable @inline(__always)
    mutating func push(_ element: consuming Element) {
        if isFull { grow() }
        (base.unsafelyUnwrapped + count).initialize(to: element)
        count += 1
    }

    @inlinable @inline(__always)
    mutating func pop() -> Element? {
        guard count > 0 else { return nil }
        count -= 1
        return (base.unsafelyUnwrapped + count).move()
    }

    @inlinable @inline(never)
    mutating func grow() {
        let newCapacity = capacity * 2 + 4
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
        if let base {
            larger.moveInitialize(from: base, count: count)
            base.deallocate()
        }
        base = larger
        capacity = newCapacity
    }
}
