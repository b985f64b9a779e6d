import StatePattern

// Two states that alternate, with both hooks and a request that takes an argument, in three ways. The requests are not
// inlined into the loop that measures them: a loop over the enum would otherwise be folded into one addition.

/// The machine on the core.
final class Toggle: Context<Toggle.State>, Toggling {
    let on = On()
    let off = Off()
    var count = 0
    var refused = 0

    init() { super.init(initial: off) }

    // Not inlined, so that the compiler cannot do without the machine.
    @inline(never) static func make() -> Toggle { Toggle() }

    override func didNotHandle(_ request: String) { refused &+= 1 }

    @inline(never) @discardableResult func toggle() -> Outcome { delegate(State.toggle) }
    @inline(never) @discardableResult func add(_ number: Int) -> Outcome { delegate(number) { $0.add($2, $1) } }
    @inline(never) @discardableResult func ignore() -> Outcome { delegate(State.ignore) }

    class State: ContextState {
        func didEnter(_ toggle: Toggle) { toggle.count &+= 1 }
        func willExit(_ toggle: Toggle) { toggle.count &+= 1 }
        func toggle(_ toggle: Toggle) -> Reaction { .unhandled }
        func add(_ number: Int, _ toggle: Toggle) -> Reaction { .unhandled }
        func ignore(_ toggle: Toggle) -> Reaction { .unhandled }
    }

    final class On: State {
        override func toggle(_ toggle: Toggle) -> Reaction { .transition(to: toggle.off) }
        override func add(_ number: Int, _ toggle: Toggle) -> Reaction {
            toggle.count &+= number
            return .handled
        }
    }

    final class Off: State {
        override func toggle(_ toggle: Toggle) -> Reaction { .transition(to: toggle.on) }
        override func add(_ number: Int, _ toggle: Toggle) -> Reaction {
            toggle.count &-= number
            return .handled
        }
    }
}

/// The pattern as it is written by hand: the state sets the state of its context.
final class ToggleByHand: Toggling {
    let on = On()
    let off = Off()
    var count = 0
    var refused = 0
    private(set) var state: State

    init() { state = off }

    @inline(never) static func make() -> ToggleByHand { ToggleByHand() }

    @inline(never) func toggle() { state.toggle(self) }
    @inline(never) func add(_ number: Int) { state.add(number, self) }

    @inline(never) func ignore() { state.ignore(self) }

    func change(to next: State) {
        state.willExit(self)
        state = next
        state.didEnter(self)
    }

    class State {
        func didEnter(_ toggle: ToggleByHand) { toggle.count &+= 1 }
        func willExit(_ toggle: ToggleByHand) { toggle.count &+= 1 }
        func toggle(_ toggle: ToggleByHand) {}
        func ignore(_ toggle: ToggleByHand) { toggle.refused &+= 1 }
        func add(_ number: Int, _ toggle: ToggleByHand) {}
    }

    final class On: State {
        override func toggle(_ toggle: ToggleByHand) { toggle.change(to: toggle.off) }
        override func add(_ number: Int, _ toggle: ToggleByHand) { toggle.count &+= number }
    }

    final class Off: State {
        override func toggle(_ toggle: ToggleByHand) { toggle.change(to: toggle.on) }
        override func add(_ number: Int, _ toggle: ToggleByHand) { toggle.count &-= number }
    }
}

/// The machine as an enum.
final class ToggleEnum: Toggling {
    enum State { case on, off }

    var count = 0
    var refused = 0
    private(set) var state = State.off

    @inline(never) static func make() -> ToggleEnum { ToggleEnum() }

    @inline(never) func toggle() {
        switch state {
        case .on: change(to: .off)
        case .off: change(to: .on)
        }
    }

    @inline(never) func add(_ number: Int) {
        switch state {
        case .on: count &+= number
        case .off: count &-= number
        }
    }

    @inline(never) func ignore() {
        switch state {
        case .on, .off: refused &+= 1
        }
    }

    private func change(to next: State) {
        willExit()
        state = next
        didEnter()
    }

    private func didEnter() {
        switch state {
        case .on, .off: count &+= 1
        }
    }

    private func willExit() {
        switch state {
        case .on, .off: count &+= 1
        }
    }
}
