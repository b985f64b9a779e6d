/// Requests and transitions in a tree of states.
///
/// The context keeps the superstates of the current leaf, root first. A request bubbles up along them, and a transition
/// reads the superstates of its target only until it meets them. A *depth* is an index into them; the leaf itself lies
/// one deeper than the last.
extension Context {
    /// Asks the superstates of the current leaf, innermost first (rule 1).
    @inlinable @inline(__always)
    final func bubble(_ name: String, _ request: Request, kept: () -> Request) -> Outcome {
        var depth = superstates.count
        while depth > 0 {
            depth -= 1
            switch withSuperstate(at: depth, { request($0, owner) }) {
            case .transition(let target):
                moveInTree(name, handledAt: depth, to: target)
                return .transitioned
            case .handled: return .handled
            case .deferred: return putOff(name, kept())
            case .unhandled: continue
            }
        }
        return refuse(name)
    }

    /// Makes the transition that the state at depth `handler` has asked for (rules 2 to 5).
    @inlinable @inline(never)
    final func moveInTree(_ name: String, handledAt handler: Int, to target: consuming S) {
        let kept: Int  // So many states, counted from the root, are not exited.
        var entersTarget = true
        if isIdentical(target, toStateAt: handler) {
            kept = handler
        } else if let depth = depth(of: target, upTo: handler) {
            kept = depth + 1
            entersTarget = false
        } else {
            kept = collectSuperstates(of: target, upTo: handler)
        }
        exit(downTo: kept)
        var source = target
        swap(&current, &source)
        if kept > superstates.count {
            superstates.push(copy source)  // The target lies inside the state that was the leaf.
        } else {
            dropSuperstates(downTo: entersTarget ? kept : kept - 1)
        }
        enterCollected()
        if entersTarget { withCurrent { $0.didEnter(owner) } }
        enterInitialSubstates()
        if isAwaited { didMove(name, from: source, kept: (kept, kept)) }
    }

    /// Where a state lies among the superstates and the leaf, if it is one of those at or above `handler`.
    @inlinable @inline(__always)
    final func depth(of state: borrowing S, upTo handler: Int) -> Int? {
        var depth = handler
        while depth >= 0 {
            if isIdentical(state, toStateAt: depth) { return depth }
            depth -= 1
        }
        return nil
    }

    /// Puts the superstates of `state` on the list of states to enter, up to the first one that is kept.
    ///
    /// - Returns: How many states are kept.
    @inlinable @inline(__always)
    final func collectSuperstates(of state: borrowing S, upTo handler: Int) -> Int {
        var next = state._superstate
        while let superstate = next.take() {  // Moved from here to the list: retained once, by whoever hands it on.
            // To look for each superstate among all that might be kept would take quadratic time in deep trees. Near the
            // target it pays, because most transitions are short.
            if entering.count < 8, let depth = depth(of: superstate, upTo: handler) { return depth + 1 }
            next = superstate._superstate
            if entering.isFull { trapEndlessSuperstates() }
            entering.push(superstate)
        }
        // The root is on top of the list: from there, the superstates that are the same are kept.
        var kept = 0
        while kept <= handler && entering.count > 0 && isNextToEnter(theStateAt: kept) {
            _ = entering.pop()
            kept += 1
        }
        return kept
    }

    @inlinable @inline(never)
    final func trapEndlessSuperstates() {
        guard entering.count < 10_000 else { fatalError("The superstates of a state must come to an end.") }
    }

    @inlinable @inline(never)
    final func trapEndlessSubstates() {
        guard superstates.count < 10_000 else {
            fatalError("The initial substates of a state must come to an end.")
        }
    }

    @inlinable @inline(__always)
    final func exit(downTo kept: Int) {
        if kept <= superstates.count { withCurrent { $0.willExit(owner) } }
        var depth = superstates.count
        while depth > kept {
            depth -= 1
            withSuperstate(at: depth) { $0.willExit(owner) }
        }
    }

    @inlinable @inline(__always)
    final func dropSuperstates(downTo kept: Int) {
        while superstates.count > kept { _ = superstates.pop() }
    }

    @inlinable @inline(__always)
    final func enterCollected() {
        while let superstate = entering.pop() {
            superstates.push(superstate)
            withSuperstate(at: superstates.count - 1) { $0.didEnter(owner) }
        }
    }

    /// Goes on from the current state to its initial substate, to that one's, and so on.
    @inlinable @inline(__always)
    final func enterInitialSubstates() {
        while let substate = withCurrent({ $0._initialSubstate }) {
            let depth = superstates.count
            guard substate !== current, collectSuperstates(of: substate, upTo: depth) == depth + 1 else {
                fatalError("An initial substate must lie inside its state: that object, not another of its class.")
            }
            if superstates.isFull { trapEndlessSubstates() }
            var superstate = substate
            swap(&current, &superstate)
            superstates.push(superstate)
            enterCollected()
            withCurrent { $0.didEnter(owner) }
        }
    }
}
