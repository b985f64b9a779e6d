/// Activation and follow-ups: whatever a context does other than handle a request at once.
extension Context {
    /// Enters the initial state: its superstates first, then its initial substates (rule 10).
    ///
    /// The first request does this by itself. When a request is being handled, the activation is queued; when the
    /// context is active already, it does nothing.
    @inlinable
    public final func activate() { runOrSchedule(.activate) }

    /// Exits the current state and its superstates, innermost first (rule 10).
    ///
    /// From then on every request is refused, until the next ``activate()``. Deferred requests are dropped; after the
    /// observers have been told of the transition, ``didNotHandle(_:)`` hears of each. When a request is being handled,
    /// the deactivation is queued; when the context is not active, it runs no hook.
    @inlinable
    public final func deactivate() { runOrSchedule(.deactivate) }

    @inlinable
    final func runOrSchedule(_ step: Agenda<S>.Step) {
        guard phase != .busy else { return schedule(step) }
        phase = .busy
        carryOut(step)
        finish()
    }

    @inlinable
    final func schedule(_ step: Agenda<S>.Step) {
        if isNotifying { agenda.fromObservers.append(step) } else { agenda.followUps.append(step) }
        hasFollowUps = true
    }

    /// Does what is on the agenda; then the context is at rest (rules 6 and 7).
    @inlinable @inline(never)
    final func finish() {
        var count = 0
        while let step = agenda.next() {
            count += 1
            if count > Self.followUpLimit { trapEndlessFollowUps(step) }
            carryOut(step)
        }
        hasFollowUps = false
        phase = isActive ? .ready : .inactive
    }

    @inlinable
    final func carryOut(_ step: Agenda<S>.Step) {
        switch step {
        case .activate: if !isActive { enterInitialState() }
        case .deactivate: if isActive { exitAll() }
        case .request(let name, let request):
            _ = isActive ? perform(name, request, kept: { request }) : refuse(name)
        }
    }

    /// Rule 11.
    @inlinable @inline(never)
    final func trapEndlessFollowUps(_ step: Agenda<S>.Step) -> Never {
        let name =
            switch step {
            case .activate: "activate()"
            case .deactivate: "deactivate()"
            case .request(let name, _): name
            }
        fatalError(
            "More than \(Self.followUpLimit) follow-ups and recalled requests of one call; the last one was \(name).")
    }

    @inlinable
    final func enterInitialState() {
        isActive = true
        if S._isHierarchical {
            _ = collectSuperstates(of: initial, upTo: -1)
            enterCollected()
        }
        withCurrent { $0.didEnter(owner) }
        if S._isHierarchical { enterInitialSubstates() }
        didMove("activate()", from: initial, kept: (Int.max, 0))
    }

    @inlinable
    final func exitAll() {
        if S._isHierarchical {
            exit(downTo: 0)
            dropSuperstates(downTo: 0)
        } else {
            withCurrent { $0.willExit(owner) }
        }
        let source = current
        current = initial
        isActive = false
        var dropped = agenda.takeDeferred()
        didMove("deactivate()", from: source, kept: (0, Int.max))
        while case .request(let name, _)? = dropped.popFirst() { _ = refuse(name) }
    }
}
