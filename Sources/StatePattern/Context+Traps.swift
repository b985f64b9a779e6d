/// Programmers' errors: each message states the rule first, and then names the machine and its states.
extension Context {
    @inlinable @inline(__always)
    final func checkFamily(of state: borrowing S) {
        #if !hasFeature(Embedded)
        // In a debug build of the machine. An optimised one leaves out what is asserted.
        assert(S._isHierarchical || !(copy state is any HierarchicalState), messageForTreeState(in: copy state))
        #endif
    }

    @usableFromInline
    final func trapWrongOwner() -> Never {
        fatalError("A context must be the Owner of its states.\(wrongOwner)")
    }

    /// See <doc:Rules#11.-No-livelock>.
    @usableFromInline
    final func trapEndlessFollowUps(_ last: Agenda<S>.Item) -> Never {
        var next: [String] = []  // What would come next shows the circle.
        while next.count < 5, let item = extras?.pointee.agenda.next() { next.append(item.name) }
        fatalError(
            """
            More than \(Self.followUpLimit) follow-ups and recalled requests of one call; the last one was \(last.name). \
            \(whereabouts)\(next.isEmpty ? "" : "Next would come: \(list(next)).")
            """)
    }

    @usableFromInline @inline(never)
    final func trapEndlessSuperstates(of state: borrowing S) -> Never {
        fatalError("The superstates of a state must come to an end.\(endlessSuperstates(of: copy state))")
    }

    @usableFromInline @inline(never)
    final func trapEndlessSubstates() -> Never {
        fatalError("The initial substates of a state must come to an end.\(endlessSubstates)")
    }

    @usableFromInline @inline(never)
    final func trapWrongInitialSubstate(_ substate: S) -> Never {
        fatalError(
            "An initial substate must lie inside its state: that object, not another of its class.\(wrong(substate))")
    }

    private func list(_ names: [String]) -> String {
        var text = ""
        for name in names { text += text.isEmpty ? name : ", " + name }
        return text
    }
}

// In Embedded Swift there are no names of types.
#if hasFeature(Embedded)
extension Context {
    private var wrongOwner: String { "" }
    private var whereabouts: String { "" }
    private func endlessSuperstates(of state: S) -> String { "" }
    private var endlessSubstates: String { "" }
    private func wrong(_ substate: S) -> String { "" }
}
#else
extension Context {
    private var wrongOwner: String {
        func name(_ type: Any.Type) -> String { String(reflecting: type) }
        return " \(name(type(of: self))) is no \(name(S.Owner.self)), which is the Owner of \(name(S.self))."
    }

    private var whereabouts: String { "\(type(of: self)) is in \(state.path). " }

    private func endlessSuperstates(of state: S) -> String {
        var names = [state.name]
        var next = state._superstate
        while names.count < 4, let superstate = next {
            names.append(superstate.name)
            next = superstate._superstate
        }
        return " Those of \(names[0]) in \(type(of: self)) go on like this: \(list(names))."
    }

    private var endlessSubstates: String {
        " \(type(of: self)) goes on like this: …/\(path[path.depth - 1].takeUnretainedValue().name)/\(state.name)."
    }

    private func wrong(_ substate: S) -> String {
        if substate === current.leaf { return " \(substate.path) is its own initial substate." }
        let cause =
            substate.ancestry.contains { type(of: $0) == type(of: state) }
            ? "it lies in another object of that class" : "it does not lie in it"
        return " \(state.path) answers \(substate.path) as its initial substate: \(cause)."
    }

    @usableFromInline
    final func messageForTreeState(in state: S) -> String {
        """
        Either the root class of a family conforms to HierarchicalState, or no state of it does. \(state.name) of \
        \(type(of: self)) does, and \(S.self) does not: its superstate would never be asked.
        """
    }
}
#endif
