/// One completed change from a source leaf to a target leaf, as observers are told of it.
public struct Transition<S: State> where S.Family == S {
    /// The request that led to it, as the context's method is called: `play()`.
    public let request: String
    /// The leaf that was current before.
    public let source: S
    /// The leaf that is current now, initial substates included.
    public let target: S

    /// How many states of each path, counted from the root, were not exited, or not entered.
    @usableFromInline let kept: (ofSource: Int, ofTarget: Int)

    @inlinable init(request: String, source: consuming S, target: S, kept: (ofSource: Int, ofTarget: Int)) {
        self.request = request
        self.source = source
        self.target = target
        self.kept = kept
    }

    /// The states that were exited, innermost first.
    ///
    /// - Complexity: O(*depth* of the source); computed on each access.
    public var exited: [S] { source.ancestry.dropFirst(kept.ofSource).reversed() }

    /// The states that were entered, outermost first.
    ///
    /// - Complexity: O(*depth* of the target); computed on each access.
    public var entered: [S] { Array(target.ancestry.dropFirst(kept.ofTarget)) }
}

extension State where Family == Self {
    /// This state and its superstates, outermost first.
    var ancestry: [Self] {
        var states = [self]
        while let superstate = states[states.count - 1]._superstate { states.append(superstate) }
        states.reverse()
        return states
    }
}
