extension Context {
    /// A change from a source leaf to a target leaf.
    ///
    /// An observer gets one when the change is complete; a hook finds the one that is being made in
    /// ``Context/currentTransition``.
    public struct Transition {
        /// The request that led to it, as the context's method is called: `play()`.
        public let request: String
        /// The leaf that was current before.
        public let source: S
        /// The leaf that is current afterwards, initial substates included.
        ///
        /// While the transition is in progress: the state that was named as the target.
        public let target: S

        /// The number of states of each path, counted from the root, that are not exited, or not entered.
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

    /// The transition that is being made, in the hooks that belong to it; `nil` at any other time.
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
    /// Its ``Transition/target`` is the state that was named; the initial substates of that are asked for later. During
    /// ``activate()`` both source and target are the initial state.
    public var currentTransition: Transition? {
        guard let request = core.transition?.request, let made = core.transition?.value else { return nil }
        let depth = Int(made.targetDepth)
        if depth == UInt16.max { return Transition(request, from: core.leaf, to: made.otherEnd, made.shared) }
        let superstates = tree?.value.superstates ?? []
        let target = depth < superstates.count ? superstates[depth] : core.leaf
        return Transition(request, from: made.otherEnd, to: target, made.shared)
    }
}
