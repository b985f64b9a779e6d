/// Requests and transitions in a tree of states.
///
/// The context keeps the path of the current leaf, root first. A request bubbles up along it, and a transition reads
/// the superstates of its target only until it meets it.
extension Context {
    /// Asks the superstates of the current leaf, innermost first (rule 1).
    @inlinable @inline(never)
    final func bubble(_ name: String, _ request: Request, kept: () -> Request) -> Outcome {
        var depth = path.count - 1
        while depth > 0 {
            depth -= 1
            switch withState(at: depth, { request($0, owner) }) {
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

    /// Makes the transition that the state at `handler` in the path has asked for (rules 2 to 5).
    @inlinable @inline(never)
    final func moveInTree(_ name: String, handledAt handler: Int, to target: consuming S) {
        var source = copy target
        let kept: Int
        if isIdentical(target, toStateAt: handler) {
            entering.push(target)
            kept = handler
        } else {
            kept = collect(from: target, upTo: handler)
        }
        exit(downTo: kept)
        swap(&current, &source)
        dropPath(downTo: kept)
        enterCollected()
        enterInitialSubstates()
        if hasMoreToDo { didMove(name, from: source, kept: (kept, kept)) }
    }

    /// Puts `target` and its superstates on the list of states to enter, up to the first one that lies on the path at
    /// or above `handler`.
    ///
    /// - Returns: How many states of the path are kept.
    @inlinable @inline(__always)
    final func collect(from target: consuming S, upTo handler: Int) -> Int {
        var next = target
        while true {
            var depth = handler
            while depth >= 0 {
                if isIdentical(next, toStateAt: depth) { return depth + 1 }
                depth -= 1
            }
            let superstate = next._superstate
            if entering.isFull { trapEndlessSuperstates() }
            entering.push(next)
            guard let superstate else { return 0 }
            next = superstate
        }
    }

    @inlinable @inline(never)
    final func trapEndlessSuperstates() {
        guard entering.count < 10_000 else { fatalError("The superstates of a state must come to an end.") }
    }

    @inlinable @inline(__always)
    final func exit(downTo kept: Int) {
        var depth = path.count
        while depth > kept {
            depth -= 1
            withState(at: depth) { $0.willExit(owner) }
        }
    }

    @inlinable @inline(__always)
    final func dropPath(downTo kept: Int) {
        while path.count > kept { _ = path.pop() }
    }

    @inlinable @inline(__always)
    final func enterCollected() {
        while let state = entering.pop() {
            path.push(state)
            withState(at: path.count - 1) { $0.didEnter(owner) }
        }
    }

    /// Goes on from the current state to its initial substate, to that one's, and so on.
    @inlinable @inline(__always)
    final func enterInitialSubstates() {
        while let substate = withCurrent({ $0._initialSubstate }) {
            let depth = path.count - 1
            guard substate !== current, collect(from: substate, upTo: depth) == depth + 1 else {
                fatalError("An initial substate must lie inside its state.")
            }
            current = substate
            enterCollected()
        }
    }
}
