/// Programmers' errors: each message states the rule first, and then names the machine and its states.
extension Context {
    /// Traps if there are too many follow-ups: see <doc:Rules#11.-No-livelock>.
    ///
    /// It is called for the last requests up to the limit, and notes their names for the message.
    @usableFromInline @inline(never) func checkFollowUps(_ next: String, in extras: Part<Extras<S>>) {
        extras.value.queue.latestNames.append(next)
        guard extras.value.queue.followUpCount >= Self.followUpLimit else { return }
        let rule = "Handlers, hooks and observers made more than \(Self.followUpLimit) requests in one call"
        let latest = extras.value.queue.latestNames.joined(separator: ", ")
        fatalError("\(rule) (followUpLimit); the last ones were \(latest). The context is in \(describe(core.leaf)).")
    }

    /// Traps if a context is resumed in a state that has an initial substate. See <doc:Rules#10.-Activation>.
    @usableFromInline @inline(never) func trapResumingInComposite() -> Never {
        let rule = "A context can be resumed only in a state that can be current, one without an initial substate."
        fatalError("\(rule) It was to be \(describe(core.leaf)).")
    }

    @usableFromInline @inline(never) func trapEndlessSuperstates(of state: borrowing S) -> Never {
        let states = sequence(first: copy state, next: { $0._superstate })
        let names = states.prefix(8).map(describe).joined(separator: " in ")
        fatalError("The superstates of a state must come to an end. These go on: \(names).")
    }

    @usableFromInline @inline(never) func trapEndlessSubstates() -> Never {
        fatalError("The initial substates of a state must come to an end. One of many is \(describe(core.leaf)).")
    }

    @usableFromInline @inline(never) func trapWrongInitialSubstate(_ substate: S) -> Never {
        let rule = "An initial substate must lie inside its state: that object, not another of its class."
        let cause =
            if substate === core.leaf { "is itself." } else if substate._superstate == nil {
                "lies in no state: does its class override “superstate”?"
            } else { "lies elsewhere, if only in another object of that class." }
        fatalError("\(rule) The one of \(describe(core.leaf)), \(describe(substate)), \(cause)")
    }

    // A check with `assert`, so an optimised build leaves it out.

    /// Traps if an active state does not return the superstate that was entered.
    @inlinable @inline(__always) func checkSuperstates(in tree: Part<Tree<S>>) {
        func check() -> Bool {
            let count = tree.value.superstates.count
            for depth in 0...count {
                let state = depth < count ? tree.value.superstates[depth] : core.leaf
                let superstate = depth > 0 ? tree.value.superstates[depth - 1] : nil
                let rule = "A state must always return the same object as its superstate."
                assert(state._superstate === superstate, "\(rule) \(describe(state)) returns another one.")
            }
            return true
        }
        assert(check())
    }

    // There are no names, and no casts to protocols, in Embedded Swift.
    #if hasFeature(Embedded)
    @usableFromInline func describe(_ state: S) -> String { "a state of it" }
    @usableFromInline func trapWrongOwner() -> Never { fatalError("A context must be the Owner of its states.") }
    #else
    @usableFromInline func describe(_ state: S) -> String { "\(state.name) of \(type(of: self))" }

    @usableFromInline @inline(never) func trapWrongOwner() -> Never {
        let (owner, state) = (String(reflecting: S.Owner.self), String(reflecting: S.self))
        let details = "\(String(reflecting: type(of: self))) is no \(owner), which is the Owner of \(state)."
        fatalError("A context must be the Owner of its states. \(details)")
    }
    #endif
}
