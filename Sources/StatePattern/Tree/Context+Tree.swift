/// Transitions in a tree of states.
///
/// A transition reads the superstates of its target only until it meets those of the current leaf.
extension Context {
    /// Makes the transition that the state at a depth has asked for.
    @inlinable @inline(never) final func moveInTree(_ name: String, handledAt depth: Int, to target: consuming S) {
        let targetDepth = path.depth(of: target, upTo: depth) ?? -1  // Less than any, if it is not on the path.
        // A state that names itself is left and entered, a superstate is not.
        let entersTarget = targetDepth < 0 || targetDepth == depth
        let activeDepth = entersTarget ? depth : targetDepth + 1
        // So many states, counted from the root, are not exited.
        let sharedDepth = targetDepth < 0 ? collectSuperstates(of: target, upTo: depth) : activeDepth
        let shared = UInt32(truncatingIfNeeded: sharedDepth)  // At most `depthLimit`.
        if entersTarget && sharedDepth == path.superstates.count && path.superstates.waitingCount == 0 {
            return move(name, to: target, (shared, shared))
        }
        @inline(__always) func enter(from source: borrowing S) {
            if sharedDepth > path.superstates.count {
                path.superstates.push(copy source)  // The target lies inside the state that was the leaf.
            } else {
                drop(downTo: entersTarget ? sharedDepth : sharedDepth - 1)
            }
            self.enter(leaf: entersTarget)
        }
        makeTransition(name, to: target, (shared, shared), exit: { exit(downTo: sharedDepth) }, enter: enter)
    }

    /// Adds the superstates of `state` to those that are to be entered, up to the first one that is active already.
    ///
    /// - Returns: The shared depth: the number of states that are not exited.
    @inlinable @inline(__always) final func collectSuperstates(of state: borrowing S, upTo handlerDepth: Int) -> Int {
        var next = state._superstate
        while let superstate = next.take() {  // Moved from here to the stack: retained once, where it was returned.
            // To look for each superstate among all that might be shared would take quadratic time in deep trees. Near the
            // target it pays, because most transitions are short.
            let count = path.superstates.waitingCount
            if count < 8, let depth = path.depth(of: superstate, upTo: handlerDepth) { return depth + 1 }
            if count >= Self.depthLimit { trapEndlessSuperstates(of: state) }
            next = superstate._superstate
            path.superstates.pushWaiting(superstate)
        }
        return path.dropShared(upTo: handlerDepth)
    }

    /// The greatest number of superstates; a path that needs more has no end.
    @inlinable static var depthLimit: Int { 10_000 }

    /// Runs the exit hooks of all states but the first `sharedDepth`, innermost first.
    @inlinable @inline(__always) final func exit(downTo sharedDepth: Int) {
        var depth = path.superstates.count
        if sharedDepth <= depth { withCurrent { $0.willExit(owner) } }
        while depth > sharedDepth {
            depth -= 1
            withSuperstate(at: depth) { $0.willExit(owner) }
        }
    }

    /// Drops all superstates but the first `depth`.
    // One by one: what a state holds may look at the context when it is freed.
    @inlinable @inline(__always) final func drop(downTo depth: Int) {
        while path.superstates.count > depth { _ = path.superstates.pop() }
    }

    /// Enters the superstates that are to be entered, the leaf, and its initial substates, down to a state without one.
    @inlinable @inline(__always) final func enter(leaf isLeafEntered: Bool) {
        var isLeafEntered = isLeafEntered
        repeat {
            while let superstate = path.superstates.popWaiting() {
                path.superstates.push(superstate)
                withSuperstate(at: path.superstates.count - 1) { $0.didEnter(owner) }
            }
            if isLeafEntered { withCurrent { $0.didEnter(owner) } }
            isLeafEntered = true
        } while moveToInitialSubstate()
    }

    /// Makes the initial substate of the leaf, if it has one, the leaf.
    @inlinable @inline(__always) final func moveToInitialSubstate() -> Bool {
        guard let substate = withCurrent({ $0._initialSubstate }) else { return false }
        let depth = path.superstates.count
        guard substate !== path.leaf, collectSuperstates(of: substate, upTo: depth) == depth + 1 else {
            trapWrongInitialSubstate(substate)
        }
        if depth >= Self.depthLimit { trapEndlessSubstates() }
        var superstate = substate
        swap(&path.leaf, &superstate)
        path.superstates.push(superstate)
        return true
    }
}
