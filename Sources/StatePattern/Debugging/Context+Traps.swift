/// Programmers' errors: each message states the rule first, and then names the machine and its states.
extension Context {
    /// See <doc:Rules#11.-No-livelock>.
    @usableFromInline @inline(never) final func trapEndlessFollowUps(_ last: Agenda<S>.Item) -> Never {
        let rule = "More than \(Self.followUpLimit) follow-ups and recalled requests of one call"
        var next = ""  // What would come next shows the circle.
        while next.utf8.count < 100, let item = extras?.pointee.agenda.next() { next += " \(item.name)" }
        fatalError("\(rule); the last one was \(last.name). It is in \(describe(path.leaf)). Next would come:\(next).")
    }

    @usableFromInline @inline(never) final func trapEndlessSuperstates(of state: borrowing S) -> Never {
        let states = sequence(first: copy state, next: { $0._superstate })
        let names = states.prefix(8).map(describe).joined(separator: " in ")
        fatalError("The superstates of a state must come to an end. These go on: \(names).")
    }

    @usableFromInline @inline(never) final func trapEndlessSubstates() -> Never {
        fatalError("The initial substates of a state must come to an end. One of many is \(describe(path.leaf)).")
    }

    @usableFromInline @inline(never) final func trapWrongInitialSubstate(_ substate: S) -> Never {
        let rule = "An initial substate must lie inside its state: that object, not another of its class."
        let cause = substate === path.leaf ? "is itself" : "lies elsewhere, if only in another object of that class"
        fatalError("\(rule) The one of \(describe(path.leaf)), \(describe(substate)), \(cause).")
    }

    // There are no names, and no casts to protocols, in Embedded Swift.
    #if hasFeature(Embedded)
    @usableFromInline final func describe(_ state: S) -> String { "a state of it" }
    @usableFromInline final func trapWrongOwner() -> Never { fatalError("A context must be the Owner of its states.") }
    @inlinable final func checkFamily(of state: borrowing S) {}
    #else
    @usableFromInline final func describe(_ state: S) -> String { "\(state.name) of \(type(of: self))" }

    @usableFromInline @inline(never) final func trapWrongOwner() -> Never {
        let (owner, state) = (String(reflecting: S.Owner.self), String(reflecting: S.self))
        let details = "\(String(reflecting: type(of: self))) is no \(owner), which is the Owner of \(state)."
        fatalError("A context must be the Owner of its states. \(details)")
    }

    /// Traps in a debug build of the machine: an optimised one leaves out what is asserted.
    @inlinable @inline(__always) final func checkFamily(of state: borrowing S) {
        assert(
            S._isHierarchical || !(copy state is any HierarchicalState),
            "Either the root class of a family conforms to HierarchicalState, or no state of it: \(describe(copy state))."
        )
    }
    #endif
}
