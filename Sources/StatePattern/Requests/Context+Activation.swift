/// Activation, and whatever a context does other than handle a request at once.
extension Context {
    /// Enters the initial state: its superstates first, then its initial substates.
    ///
    /// The first request does this by itself. When a request is being handled, the activation is queued; when the
    /// context is active already, it does nothing. See <doc:Rules#10.-Activation>.
    @inlinable public final func activate() { _ = runOrSchedule(.activate) }

    /// Exits the current state and its superstates, innermost first.
    ///
    /// From then on every request is unhandled, until the next ``activate()``. Deferred requests are dropped; after the
    /// observers have been told of the transition, ``didNotHandle(_:)`` hears of each. When a request is being handled,
    /// the deactivation is queued; when the context is not active, it runs no hook.
    @inlinable public final func deactivate() { _ = runOrSchedule(.deactivate) }

    /// Does what a client has asked for, and whatever follows from it; if something is being done already, queues it.
    @inlinable final func runOrSchedule(_ item: Agenda<S>.Item) -> Outcome {
        guard phase != .busy else {
            madeExtras.pointee.agenda.append(item)
            hasFollowUps = true
            return .queued
        }
        phase = .busy
        let outcome = execute(item)
        runToCompletion()
        return outcome
    }

    /// Does what is on the agenda; then the context is at rest.
    @inlinable @inline(never) final func runToCompletion() {
        extras?.pointee.isCompleting = true
        var count = 0
        while let item = extras?.pointee.agenda.next() {
            // A request that is deferred once more waits for the next transition, as before: that is no livelock.
            if execute(item) == .deferred, extras?.pointee.agenda.isRecalling == true { continue }
            count += 1
            if count > Self.followUpLimit { trapEndlessFollowUps(item) }
        }
        extras?.pointee.isCompleting = false
        hasFollowUps = false
        rest()
    }

    @inlinable final func rest() {
        phase = !isEntered ? .inactive : extras?.pointee.observers.hearRequests == true ? .observed : .ready
    }

    @inlinable @inline(__always) final func execute(_ item: Agenda<S>.Item) -> Outcome {
        switch item {
        case .activate:
            if !isEntered { enterInitialState() }
            return .handled
        case .deactivate:
            if isEntered { exitAll() }
            return .handled
        case .request(let name, let handler):
            let outcome = isEntered ? perform(name, handler) { deferOrRefuse(name, $0, handler) } : reject(name)
            report(name, outcome)
            return outcome
        }
    }

    @inlinable final func enterInitialState() {
        isEntered = true
        _ = collectSuperstates(of: initial, upTo: -1)
        makeTransition("activate()", to: initial, (.max, 0), exit: {}, enter: { _ in enter(leaf: true) })
    }

    @inlinable final func exitAll() {
        var dropped: [Agenda<S>.Item] = []
        makeTransition("deactivate()", to: initial, (0, .max), exit: { exit(downTo: 0) }) { _ in
            isEntered = false
            drop(downTo: 0)
            dropped = extras?.pointee.agenda.dropDeferred { _ in true } ?? []
        }
        for item in dropped { report(item.name, reject(item.name)) }
    }

    /// Makes the context active in the current state, as if it had been entered.
    @usableFromInline final func resume() {
        _ = collectSuperstates(of: path.leaf, upTo: -1)
        while let superstate = path.superstates.popWaiting() { path.superstates.push(superstate) }
        isEntered = true
        rest()
    }
}
