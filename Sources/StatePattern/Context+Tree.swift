/// Requests and transitions in a tree of states.
///
/// A request bubbles up along the superstates of the current leaf, and a transition reads the superstates of its target
/// only until it meets them. A *depth* is an index into the path from the root to the leaf.
extension Context {
    /// Asks the superstates of the current leaf, innermost first.
    @inlinable @inline(__always)
    final func bubble(_ name: String, _ handler: Handler, escaping: () -> Handler) -> Outcome {
        var depth = superstates.count
        while depth > 0 {
            depth -= 1
            let reaction = withSuperstate(at: depth) { handler($0, owner) }
            let isDeferred = reaction.isDeferred
            switch consume reaction {
            case .transition(let target):
                moveInTree(name, handledAt: depth, to: target)
                return .transitioned
            case .handled: return .handled
            case .unhandled: continue
            case .deferred, .refused: return deferOrRefuse(name, isDeferred: isDeferred, escaping())
            }
        }
        return reject(name)
    }

    /// Makes the transition that the state at depth `handlerDepth` has asked for.
    @inlinable @inline(never)
    final func moveInTree(_ name: String, handledAt handlerDepth: Int, to target: consuming S) {
        let sharedDepth: Int  // So many states, counted from the root, are not exited.
        var entersTarget = true
        if isIdentical(target, toStateAt: handlerDepth) {
            sharedDepth = handlerDepth
        } else if let depth = depth(of: target, upTo: handlerDepth) {
            sharedDepth = depth + 1
            entersTarget = false
        } else {
            sharedDepth = collectSuperstates(of: target, upTo: handlerDepth)
        }
        let sharedDepths = (ofSource: sharedDepth, ofTarget: sharedDepth)
        @inline(__always) func change(to target: consuming S) -> S {
            exit(downTo: sharedDepth)
            var previous = consume target
            swap(&current, &previous)
            if sharedDepth > superstates.count {
                superstates.push(copy previous)  // The target lies inside the state that was the leaf.
            } else {
                drop(downTo: entersTarget ? sharedDepth : sharedDepth - 1)
            }
            enterCollected()
            if entersTarget { withCurrent { $0.didEnter(owner) } }
            enterInitialSubstates()
            return previous
        }
        let source = making(
            name, from: .passUnretained(current), to: consume target, sharedDepths: sharedDepths, change)
        if flags.contains(.hasListeners) { completeTransition(name, from: source, sharedDepths: sharedDepths) }
    }

    /// The depth of a state among the superstates and the leaf, if it is one of those at or above `handlerDepth`.
    @inlinable @inline(__always) final func depth(of state: borrowing S, upTo handlerDepth: Int) -> Int? {
        var depth = handlerDepth
        while depth >= 0 {
            if isIdentical(state, toStateAt: depth) { return depth }
            depth -= 1
        }
        return nil
    }

    /// Adds the superstates of `state` to those that are to be entered, up to the first one that is active already.
    ///
    /// - Returns: The shared depth: the number of states that are not exited.
    @inlinable @inline(__always) final func collectSuperstates(of state: borrowing S, upTo handlerDepth: Int) -> Int {
        var next = state._superstate
        while let superstate = next.take() {  // Moved from here to the stack: retained once, where it was returned.
            // To look for each superstate among all that might be shared would take quadratic time in deep trees. Near the
            // target it pays, because most transitions are short.
            if superstates.waitingCount < 8, let depth = depth(of: superstate, upTo: handlerDepth) { return depth + 1 }
            next = superstate._superstate
            if superstates.isFull && superstates.waitingCount >= Self.depthLimit { trapEndlessSuperstates(of: state) }
            superstates.pushWaiting(superstate)
        }
        // From the root on, the superstates that are the same are shared.
        var sharedDepth = 0
        while sharedDepth <= handlerDepth && superstates.waitingCount > 0 && isNextToEnter(theStateAt: sharedDepth) {
            _ = superstates.popWaiting()
            sharedDepth += 1
        }
        return sharedDepth
    }

    /// The greatest number of superstates; a path that needs more has no end.
    @inlinable static var depthLimit: Int { 10_000 }

    /// Runs the exit hooks of all states but the first `sharedDepth`, innermost first.
    @inlinable @inline(__always) final func exit(downTo sharedDepth: Int) {
        if sharedDepth <= superstates.count { withCurrent { $0.willExit(owner) } }
        var depth = superstates.count
        while depth > sharedDepth {
            depth -= 1
            withSuperstate(at: depth) { $0.willExit(owner) }
        }
    }

    @inlinable @inline(__always) final func drop(downTo depth: Int) {
        while superstates.count > depth { _ = superstates.pop() }
    }

    @inlinable @inline(__always) final func enterCollected() {
        while superstates.pushNext() { withSuperstate(at: superstates.count - 1) { $0.didEnter(owner) } }
    }

    /// Goes on from the current state to its initial substate, to that one's, and so on.
    @inlinable @inline(__always) final func enterInitialSubstates() {
        while let substate = withCurrent({ $0._initialSubstate }) {
            let depth = superstates.count
            guard substate !== current, collectSuperstates(of: substate, upTo: depth) == depth + 1 else {
                trapWrongInitialSubstate(substate)
            }
            if superstates.isFull && depth >= Self.depthLimit { trapEndlessSubstates() }
            var superstate = substate
            swap(&current, &superstate)
            superstates.push(superstate)
            enterCollected()
            withCurrent { $0.didEnter(owner) }
        }
    }
}
