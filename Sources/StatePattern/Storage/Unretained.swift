/// The unsafe means that make a transition cheap; the rest of the package can be understood without them.
///
/// The cost of a transition written by hand is mostly reference counting, 5 to 10 ns for each retain and release, and
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
    // it or its superstates, because whatever is asked of the context then is queued.
    @inlinable @inline(__always) final func withCurrent<Result>(_ body: (S) -> Result) -> Result {
        Unmanaged.passUnretained(path.leaf)._withUnsafeGuaranteedRef(body)
    }

    /// Calls `body` with a superstate of the current state, which is not retained for the call.
    // Sound: as for `withCurrent`; the stack holds the superstate.
    @inlinable @inline(__always) final func withSuperstate<Result>(at depth: Int, _ body: (S) -> Result) -> Result {
        path.superstates[depth]._withUnsafeGuaranteedRef(body)
    }
}

/// The transition that is being made, on the stack of the call that makes it.
@usableFromInline @frozen struct TransitionUnderWay<S: ContextState> where S.Family == S {
    // Sound: that call holds both states until it has set the context's pointer back.
    @usableFromInline let request: String
    @usableFromInline let source, target: Unmanaged<S>
    @usableFromInline let sharedDepths: SharedDepths

    @inlinable init(_ request: String, from source: S, to target: borrowing S, _ sharedDepths: SharedDepths) {
        (self.request, self.sharedDepths) = (request, sharedDepths)
        (self.source, self.target) = (.passUnretained(source), .passUnretained(copy target))
    }
}
