/// Programmers' errors: each message states the rule first, and then names the machine and its states.
extension Context {
    @inlinable @inline(__always) final func checkFamily(of state: borrowing S) {
        #if !hasFeature(Embedded)
        // In a debug build of the machine: an optimised one leaves out what is asserted.
        assert(
            S._isHierarchical || !(copy state is any HierarchicalState),
            "Either the root class of a family conforms to HierarchicalState, or no state of it: \(describe(copy state))."
        )
        #endif
    }

    @usableFromInline @inline(never) final func trapWrongOwner() -> Never {
        #if !hasFeature(Embedded)
        let types: [Any.Type] = [type(of: self), S.Owner.self, S.self]
        let names = types.map { String(reflecting: $0) }
        let details = "\(names[0]) is no \(names[1]), which is the Owner of \(names[2])."
        #else
        let details = ""
        #endif
        fatalError("A context must be the Owner of its states. \(details)")
    }

    /// See <doc:Rules#11.-No-livelock>.
    @usableFromInline @inline(never) final func trapEndlessFollowUps(_ last: Agenda<S>.Item) -> Never {
        var next = ""  // What would come next shows the circle.
        while next.utf8.count < 100, let item = extras?.pointee.agenda.next() { next += " \(item.name)" }
        fatalError(
            """
            More than \(Self.followUpLimit) follow-ups and recalled requests of one call; the last one was \(last.name). \
            It is in \(describe(path.leaf)). Next would come:\(next).
            """)
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
        let cause = substate === path.leaf ? "is itself" : "lies elsewhere, if only in another object of that class"
        fatalError(
            """
            An initial substate must lie inside its state: that object, not another of its class. The one of \
            \(describe(path.leaf)), \(describe(substate)), \(cause).
            """)
    }

    /// The name of a state and of the machine; there are no names in Embedded Swift.
    @usableFromInline final func describe(_ state: S) -> String {
        #if hasFeature(Embedded)
        "a state of it"
        #else
        "\(state.name) of \(type(of: self))"
        #endif
    }
}
