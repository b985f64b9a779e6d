/// The superstates of a context's leaf.
@usableFromInline struct Tree<S: ContextState> where S.Family == S {
    /// The superstates of the leaf, outermost first. A *depth* is an index into them; the leaf lies behind the last.
    @usableFromInline var superstates: [S] = []
    /// The superstates that the transition in progress has still to enter, innermost first.
    @usableFromInline var entering: [S] = []

    @inlinable init() {}

    /// The depth of a state, if it is one of those at or above `limit`.
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

    /// Makes a state the superstate at a depth: one write, where to remove a superstate and to append one take three.
    ///
    /// - Returns: The one that was there, if any; what it holds may look at the context when it is freed.
    @inlinable @inline(__always) mutating func put(_ superstate: consuming S, at depth: Int) -> S? {
        guard depth < superstates.count else {
            superstates.append(consume superstate)
            return nil
        }
        swap(&superstates[depth], &superstate)
        return superstate
    }

    /// True if the outermost of the states that are still to be entered is the active one at a depth.
    @inlinable @inline(__always) func isNextToEnter(at depth: Int, below leaf: borrowing S) -> Bool {
        guard !entering.isEmpty else { return false }
        let outermost = entering[entering.count - 1]
        return depth == superstates.count ? isSame(outermost, leaf) : isSame(outermost, superstates[depth])
    }
}

/// A transition while hooks are called.
@usableFromInline struct TransitionInProgress<S: ContextState> where S.Family == S {
    /// The target; once it has become the leaf, the source.
    @usableFromInline var otherEnd: S
    /// The states that are neither exited nor entered.
    @usableFromInline let shared: SharedDepths
    /// The depth of the target, once the leaf has changed; before, the greatest number.
    @usableFromInline var targetDepth = UInt16.max

    @inlinable init(to target: consuming S, sharing shared: SharedDepths) {
        (otherEnd, self.shared) = (target, shared)
    }
}

/// The number of states of a source's path and of a target's, counted from the root, that a transition does not concern.
@usableFromInline typealias SharedDepths = (ofSource: UInt16, ofTarget: UInt16)

@inlinable @inline(__always) func isSame(_ one: borrowing some AnyObject, _ other: borrowing some AnyObject) -> Bool {
    ObjectIdentifier(copy one) == ObjectIdentifier(copy other)
}
