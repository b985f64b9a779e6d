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
/// - Superstates are moved from one end of a stack to the other: 50 ns and not 39 for three exits and entries.
/// - The closure of an observer is moved out for its call: 12 ns and not 3 for each further observer.
/// - Delegation is inlined into the request's method: 47 ns and not 42 for three exits and entries.
extension Context {
    /// The context as its states know it.
    // Sound: `init` has checked that the context is an instance of `Owner`.
    @inlinable final var owner: S.Owner { unsafeDowncast(self, to: S.Owner.self) }

    /// Calls `body` with the current state, which is not retained for the call.
    // Sound: the caller holds the context, and the context holds the state. While a request is handled nothing replaces
    // it or its superstates, because whatever is asked of the context meanwhile is queued.
    @inlinable @inline(__always) final func withCurrent<Result>(_ body: (S) -> Result) -> Result {
        Unmanaged.passUnretained(current.leaf)._withUnsafeGuaranteedRef(body)
    }

    /// Calls `body` with a superstate of the current state, which is not retained for the call.
    // Sound: as for `withCurrent`; the stack holds the superstate.
    @inlinable @inline(__always) final func withSuperstate<Result>(at depth: Int, _ body: (S) -> Result) -> Result {
        superstates[depth]._withUnsafeGuaranteedRef(body)
    }

    /// Calls `body` with an observer, which is not retained for the call.
    // Sound for an index below `observerCount`, as for `withCurrent`: the list holds the observer, and none leaves the list
    // during a notification.
    @inlinable @inline(__always)
    final func withObserver<Result>(at index: Int, _ body: (Observer<S>) -> Result) -> Result {
        extras.unsafelyUnwrapped.pointee.observers[index]._withUnsafeGuaranteedRef(body)
    }

    /// Whether `state` is the very object at `depth`: a superstate of the current state, or that itself.
    // Sound: the two addresses are compared and not used for anything else.
    @inlinable @inline(__always) final func isIdentical(_ state: borrowing S, toStateAt depth: Int) -> Bool {
        let other = depth == superstates.count ? Unmanaged.passUnretained(current.leaf) : superstates[depth]
        return Unmanaged.passUnretained(copy state).toOpaque() == other.toOpaque()
    }

    /// Whether the outermost superstate that is still to be entered is the very object at `depth`.
    // Sound: the stack holds that superstate, and nothing leaves it during the comparison.
    @inlinable @inline(__always) final func isNextToEnter(theStateAt depth: Int) -> Bool {
        superstates.topWaiting._withUnsafeGuaranteedRef { isIdentical($0, toStateAt: depth) }
    }

    /// Calls `body`, which makes a transition to `target` and returns the source, and lets the hooks find it meanwhile.
    // Sound: the pointer is set back before the record is gone, and no other transition begins in between.
    @inlinable @inline(__always) final func making(
        _ name: String, from source: Unmanaged<S>, to target: consuming S,
        sharedDepths: (ofSource: Int, ofTarget: Int), _ body: (_ target: consuming S) -> S
    ) -> S {
        let record = TransitionUnderWay<S>(
            request: name, source: source, target: .passUnretained(target), sharedDepths: sharedDepths)
        var moved = Optional(target)  // A closure cannot move what it captures out of anything else.
        return withUnsafePointer(to: record) { record in
            underWay = record
            let source = body(moved.take().unsafelyUnwrapped)
            underWay = nil
            return source
        }
    }
}

/// The transition that is being made, on the stack of the call that makes it.
@usableFromInline @frozen struct TransitionUnderWay<S: ContextState> where S.Family == S {
    // Sound: that call holds both states until it has set the context's pointer back.
    @usableFromInline let request: String
    @usableFromInline let source, target: Unmanaged<S>
    @usableFromInline let sharedDepths: (ofSource: Int, ofTarget: Int)

    @inlinable init(
        request: String, source: Unmanaged<S>, target: Unmanaged<S>, sharedDepths: (ofSource: Int, ofTarget: Int)
    ) { (self.request, self.source, self.target, self.sharedDepths) = (request, source, target, sharedDepths) }
}
