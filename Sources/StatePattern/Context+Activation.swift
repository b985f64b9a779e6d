/// Activation, and whatever a context does other than handle a request at once.
extension Context {
    /// Enters the initial state: its superstates first, then its initial substates.
    ///
    /// The first request does this by itself. When a request is being handled, the activation is queued; when the
    /// context is active already, it does nothing. See <doc:Rules#10.-Activation>.
    @inlinable public final func activate() { runOrSchedule(.activate) }

    /// Exits the current state and its superstates, innermost first.
    ///
    /// From then on every request is unhandled, until the next ``activate()``. Deferred requests are dropped; after the
    /// observers have been told of the transition, ``didNotHandle(_:)`` hears of each. When a request is being handled,
    /// the deactivation is queued; when the context is not active, it runs no hook.
    @inlinable public final func deactivate() { runOrSchedule(.deactivate) }

    @inlinable final func runOrSchedule(_ item: Agenda<S>.Item) {
        if phase == .busy { schedule(item) } else { _ = runOutermost(item) }
    }

    /// Does what a client has asked for, and whatever follows from it.
    @inlinable final func runOutermost(_ item: Agenda<S>.Item) -> Outcome {
        phase = .busy
        let outcome = execute(item)
        runToCompletion()
        return outcome
    }

    @inlinable final func schedule(_ item: Agenda<S>.Item) {
        if flags.contains(.isNotifying) {
            madeExtras.pointee.agenda.fromObservers.append(item)
        } else {
            madeExtras.pointee.agenda.followUps.append(item)
        }
        flags.insert(.hasFollowUps)
    }

    /// Does what is on the agenda; then the context is at rest.
    @inlinable @inline(never) final func runToCompletion() {
        flags.insert(.isCompleting)
        var count = 0
        while let item = extras?.pointee.agenda.next() {
            let outcome = execute(item)
            // A request that is deferred once more waits for the next transition, as before: that is no livelock.
            if outcome == .deferred && isRecalling { continue }
            count += 1
            if count > Self.followUpLimit { trapEndlessFollowUps(item) }
        }
        flags.remove(.hasFollowUps)
        flags.remove(.isCompleting)
        phase = restingPhase
    }

    @inlinable final var isRecalling: Bool { extras?.pointee.agenda.isRecalling ?? false }

    @inlinable final var restingPhase: Phase {
        guard flags.contains(.isActive) else { return .inactive }
        return flags.contains(.hasRequestObservers) ? .observed : .ready
    }

    @inlinable @inline(__always) final func execute(_ item: Agenda<S>.Item) -> Outcome {
        switch item {
        case .activate:
            if !flags.contains(.isActive) { enterInitialState() }
            return .handled
        case .deactivate:
            if flags.contains(.isActive) { exitAll() }
            return .handled
        case .request(let name, let handler):
            let outcome = flags.contains(.isActive) ? perform(name, handler, escaping: { handler }) : reject(name)
            report(name, outcome)
            return outcome
        }
    }

    @inlinable final func enterInitialState() {
        flags.insert(.isActive)
        if S._isHierarchical { _ = collectSuperstates(of: initial, upTo: -1) }
        let sharedDepths = (ofSource: Int.max, ofTarget: 0)
        let source = making("activate()", from: .passUnretained(initial), to: initial, sharedDepths: sharedDepths) {
            _ in
            if S._isHierarchical { enterCollected() }
            withCurrent { $0.didEnter(owner) }
            if S._isHierarchical { enterInitialSubstates() }
            return initial
        }
        completeTransition("activate()", from: source, sharedDepths: sharedDepths)
    }

    @inlinable final func exitAll() {
        let sharedDepths = (ofSource: 0, ofTarget: Int.max)
        let source = making("deactivate()", from: .passUnretained(current), to: initial, sharedDepths: sharedDepths) {
            initial in
            if S._isHierarchical {
                exit(downTo: 0)
                drop(downTo: 0)
            } else {
                withCurrent { $0.willExit(owner) }
            }
            var previous = initial
            swap(&current, &previous)
            return previous
        }
        flags.remove(.isActive)
        var dropped = extras?.pointee.agenda.takeDeferred() ?? Queue()
        completeTransition("deactivate()", from: source, sharedDepths: sharedDepths)
        while let name = dropped.popFirst()?.name { report(name, reject(name)) }
    }

    /// Makes the context active in the current state, as if it had been entered.
    @usableFromInline final func resume() {
        if S._isHierarchical {
            _ = collectSuperstates(of: current, upTo: -1)
            while superstates.pushNext() {}
        }
        flags.insert(.isActive)
        phase = restingPhase
    }
}
