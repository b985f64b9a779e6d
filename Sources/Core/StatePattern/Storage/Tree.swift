/// The superstates of a context's leaf, and those that a transition must still enter.
@usableFromInline struct Tree<S: ContextState> where S.Family == S {
    /// The superstates of the leaf, outermost first. A *depth* is an index into this array; the leaf's depth is the
    /// number of its elements.
    @usableFromInline var superstates: [S] = []
    /// The superstates that the current transition must still enter, innermost first.
    @usableFromInline var entering: [S] = []

    @inlinable init() {}

    /// The depth of an active state if it is at most `limit`; `nil` for any other state.
    @inlinable @inline(__always)
    func depth(of state: borrowing S, below leaf: borrowing S, upTo limit: Int) -> Int? {
        var depth = limit
        if depth == superstates.count {
            if isSame(state, leaf) { return depth }
            depth -= 1
        }
        while depth >= 0 {
            if isSame(state, superstates[depth]) { return depth }
            depth -= 1
        }
        return nil
    }

    /// Replaces the superstate at a depth, or appends it at the end. Replacing is one write; removing and appending are
    /// three.
    ///
    /// - Returns: The replaced superstate; `nil` if one was appended. When the caller frees it, its objects may use the
    ///   context.
    @inlinable @inline(__always) mutating func put(_ superstate: consuming S, at depth: Int) -> S? {
        guard depth < superstates.count else {
            superstates.append(consume superstate)
            return nil
        }
        swap(&superstates[depth], &superstate)
        return superstate
    }

    /// True if the outermost state to enter is the active state at a depth.
    @inlinable @inline(__always) func isNextToEnter(at depth: Int, below leaf: borrowing S) -> Bool {
        guard !entering.isEmpty else { return false }
        let outermost = entering[entering.count - 1]
        return depth == superstates.count ? isSame(outermost, leaf) : isSame(outermost, superstates[depth])
    }
}

/// A transition during the calls of its hooks.
@usableFromInline struct TransitionInProgress<S: ContextState> where S.Family == S {
    /// The target before the change of the leaf; the source after it.
    @usableFromInline var otherEnd: S
    /// The numbers of outermost states that are neither exited nor entered.
    @usableFromInline let shared: SharedDepths
    /// `UInt16.max` before the change of the leaf; the depth of the target after it.
    @usableFromInline var targetDepth = UInt16.max

    @inlinable init(to target: consuming S, sharing shared: SharedDepths) {
        (otherEnd, self.shared) = (target, shared)
    }
}

/// The number of the source's outermost states that are not exited, and of the target's that are not entered.
@usableFromInline typealias SharedDepths = (ofSource: UInt16, ofTarget: UInt16)

@inlinable @inline(__always) func isSame(_ one: borrowing some AnyObject, _ other: borrowing some AnyObject) -> Bool {
    ObjectIdentifier(copy one) == ObjectIdentifier(copy other)
}
