import StatePattern

/// A generic machine: the client of the core is generic itself.
final class GenericToggle<Number: FixedWidthInteger>: Context<GenericToggle<Number>.State> {
    let on = On()
    let off = Off()
    let step: Number
    var number: Number = 0

    var count: Int { Int(truncatingIfNeeded: number) }

    init(step: Number) {
        self.step = step
        super.init(initial: off)
    }

    @inline(never) @discardableResult func toggle() -> Outcome { delegate { $0.toggle($1) } }

    class State: ContextState {
        func didEnter(_ toggle: GenericToggle) { toggle.number &+= toggle.step }
        func willExit(_ toggle: GenericToggle) { toggle.number &+= toggle.step }
        func toggle(_ toggle: GenericToggle) -> Reaction { .unhandled }
    }

    final class On: State {
        override func toggle(_ toggle: GenericToggle) -> Reaction { .transition(to: toggle.off) }
    }

    final class Off: State {
        override func toggle(_ toggle: GenericToggle) -> Reaction { .transition(to: toggle.on) }
    }
}
