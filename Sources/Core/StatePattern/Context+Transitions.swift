extension Context {
    /// A change from a source leaf to a target leaf.
    ///
    /// An observer gets a transition when it is complete. A hook finds the current transition in
    /// ``Context/currentTransition``.
    public struct Transition {
        /// The request that led to the transition, as a method of the context: `play()`.
        public let request: String
        /// The leaf that was current before.
        public let source: S
        /// The leaf that is current afterwards, initial substates included.
        ///
        /// While the transition is in progress, `target` is the state that the reaction named.
        public let target: S

        /// The number of the source's outermost states that are not exited, and of the target's that are not entered.
        @usableFromInline package let sharedDepths: (ofSource: UInt16, ofTarget: UInt16)

        @inlinable init(_ request: String, from source: consuming S, to target: S, _ sharedDepths: SharedDepths) {
            (self.request, self.source, self.target, self.sharedDepths) = (request, source, target, sharedDepths)
        }

        /// The states that are exited, innermost first.
        ///
        /// - Complexity: O(*depth* of the source); computed on each access.
        public var exited: [S] { source.ancestry.dropFirst(Int(sharedDepths.ofSource)).reversed() }

        /// The states that are entered, outermost first.
        ///
        /// - Complexity: O(*depth* of the target); computed on each access.
        public var entered: [S] { Array(target.ancestry.dropFirst(Int(sharedDepths.ofTarget))) }
    }

    /// The transition in progress while its hooks run; `nil` at any other time.
    ///
    /// An entry hook can ask where the machine comes from, and an exit hook where it goes:
    ///
    /// ```swift
    /// import StatePattern
    ///
    /// final class Door: Context<Door.State> {
    ///     class State: ContextState {
    ///         func didEnter(_ door: Door) {}
    ///         func willExit(_ door: Door) {}
    ///     }
    ///
    ///     final class Locked: State {}
    ///
    ///     final class Open: State {
    ///         override func didEnter(_ door: Door) {
    ///             if door.currentTransition?.source is Locked { print("unlocked first") }
    ///         }
    ///     }
    ///
    ///     init() { super.init(initial: Locked()) }
    ///     func open() { delegate { _, _ in .transition(to: Open()) } }
    /// }
    ///
    /// Door().open()  // Prints "unlocked first"
    /// ```
    ///
    /// Its ``Transition/target`` is the state that the reaction named, because initial substates are determined later.
    /// During ``activate()``, both source and target are the initial state.
    public var currentTransition: Transition? {
        guard let request = core.transition?.request, let made = core.transition?.value else { return nil }
        let depth = Int(made.targetDepth)
        if depth == UInt16.max { return Transition(request, from: core.leaf, to: made.otherEnd, made.shared) }
        let superstates = tree?.value.superstates ?? []
        let target = depth < superstates.count ? superstates[depth] : core.leaf
        return Transition(request, from: made.otherEnd, to: target, made.shared)
    }
}

// The steps of a transition (rules 2 to 5): find the states that stay, exit states, change the leaf, enter states.
extension Context {
    @inlinable @inline(__always) func makeFlatTransition(_ name: String, to target: consuming S) {
        change(name, to: consume target, sharing: (0, 0), exiting: { exitLeaf() }, entering: { _ in enterLeaf() })
    }

    @inlinable @inline(__always) func exitLeaf() { calling(core.leaf) { $0.willExit(owner) } }
    @inlinable @inline(__always) func enterLeaf() { calling(core.leaf) { $0.didEnter(owner) } }

    /// Exits the states below the least common ancestor of the answering state and the target, then enters the states
    /// down to the target.
    @inlinable @inline(never)
    func makeTransition(_ name: String, to target: consuming S, handledAt depth: Int, in tree: Part<Tree<S>>) {
        let depthOfTarget = tree.value.depth(of: target, below: core.leaf, upTo: depth)
        // A state that names itself as the target is exited and entered. If it names an ancestor, the ancestor stays
        // active; if it names a state inside itself, the answering state stays active.
        let entersTarget = depthOfTarget == nil || depthOfTarget == depth
        // The number of the target's superstates that are active already; its other superstates are collected to be
        // entered.
        let staying = depthOfTarget ?? collectSuperstates(of: target, upTo: depth, in: tree)
        let shared = UInt16(truncatingIfNeeded: entersTarget ? staying : staying + 1)
        let newDepth = UInt16(truncatingIfNeeded: staying + tree.value.entering.count)
        change(name, to: consume target, at: newDepth, sharing: (shared, shared)) {
            exit(downTo: Int(shared), in: tree)
        } entering: { transition in
            if staying > tree.value.superstates.count {  // The target lies inside the leaf, which is the source by now.
                tree.value.superstates.append(transition.value.otherEnd)
            }
            drop(downTo: staying + tree.value.entering.count, in: tree)
            enter(below: staying, target: entersTarget, in: tree)
        }
    }

    /// Calls `exit`, changes the leaf, and calls `enter`; then completes the transition.
    @inlinable @inline(__always) func change(
        _ name: String, to target: consuming S, at targetDepth: UInt16 = 0, sharing shared: SharedDepths,
        exiting exit: () -> Void, entering enter: (LentTransition<S>) -> Void
    ) {
        var transition = TransitionInProgress(to: consume target, sharing: shared)
        lending(name, &transition) { lent in
            exit()
            lent.exchangeEnds(&core.leaf, at: targetDepth)
            enter(lent)
        }
        if core.extras != nil { completeTransition(name, from: transition.otherEnd, shared) }
    }

    /// Runs the exit hooks of all states but the first `depth`, innermost first.
    @inlinable @inline(__always) func exit(downTo depth: Int, in tree: Part<Tree<S>>) {
        checkSuperstates(in: tree)
        var next = tree.value.superstates.count
        if depth <= next { exitLeaf() }
        while next > depth {
            next -= 1
            calling(tree.value.superstates[next]) { $0.willExit(owner) }
        }
    }

    /// Releases all superstates but the first `depth`.
    // One by one, because objects that a freed state held may use the context.
    @inlinable @inline(__always) func drop(downTo depth: Int, in tree: Part<Tree<S>>) {
        while tree.value.superstates.count > depth { _ = tree.value.superstates.removeLast() }
    }

    /// Enters the collected superstates, then the target, then initial substates until a state has none.
    @inlinable @inline(__always) func enter(below superstates: Int, target entersTarget: Bool, in tree: Part<Tree<S>>) {
        var (depth, entersLeaf) = (superstates, entersTarget)
        repeat {
            while let superstate = tree.value.entering.popLast() {
                _ = tree.value.put(consume superstate, at: depth)
                calling(tree.value.superstates[depth]) { $0.didEnter(owner) }
                depth += 1
            }
            if entersLeaf { enterLeaf() }
            entersLeaf = true
            depth += 1
        } while changeToInitialSubstate(in: tree)
        checkSuperstates(in: tree)
    }

    /// Replaces the leaf by its initial substate; returns false if it has none.
    @inlinable @inline(__always) func changeToInitialSubstate(in tree: Part<Tree<S>>) -> Bool {
        guard var exchanged = calling(core.leaf, { $0._initialSubstate }) else { return false }
        let depth = tree.value.superstates.count
        // All active states must stay active: the superstates, and the leaf below them.
        guard !isSame(exchanged, core.leaf), collectSuperstates(of: exchanged, upTo: depth, in: tree) == depth + 1
        else {
            trapWrongInitialSubstate(exchanged)
        }
        if depth >= Self.depthLimit { trapEndlessSubstates() }
        swap(&core.leaf, &exchanged)
        tree.value.superstates.append(consume exchanged)
        return true
    }

    /// Collects the superstates of `state` that must be entered: all up to the first superstate that is active already.
    ///
    /// - Returns: The number of states, counted from the root, that stay active.
    @inlinable @inline(__always)
    func collectSuperstates(of state: borrowing S, upTo limit: Int, in tree: Part<Tree<S>>) -> Int {
        var next = state._superstate
        while let superstate = next.take() {
            // Most transitions are short. Searching each superstate among all active states would take quadratic time.
            let count = tree.value.entering.count
            if count == 0, let depth = tree.value.depth(of: superstate, below: core.leaf, upTo: limit) {
                return depth + 1
            }
            if count >= Self.depthLimit { trapEndlessSuperstates(of: state) }
            tree.value.entering.append(consume superstate)
            next = calling(tree.value.entering[count]) { $0._superstate }
        }
        // The outermost collected states may be active already; these are not entered.
        var staying = 0
        while staying <= limit, tree.value.isNextToEnter(at: staying, below: core.leaf) {
            _ = tree.value.entering.popLast()
            staying += 1
        }
        return staying
    }

    /// The greatest number of superstates; a longer path counts as endless.
    @inlinable static var depthLimit: Int { 10_000 }

    /// Makes deferred requests due, then notifies observers of the transition and of its request.
    @inlinable @inline(never) func completeTransition(_ name: String, from source: S, _ shared: SharedDepths) {
        withExtras { extras in
            if extras.value.queue.recallDeferred() { core.needsFinish = true }
            guard !extras.value.observers.elements.isEmpty else { return }
            let transition = Transition(name, from: source, to: core.leaf, shared)
            let hearRequests = extras.value.hearRequests
            notify(extras) { listener in
                listener.transitionMade(transition)
                guard hearRequests else { return }
                listener.requestAnswered?(.init(name, source, .transitioned, transition, in: extras))
            }
        }
    }
}
