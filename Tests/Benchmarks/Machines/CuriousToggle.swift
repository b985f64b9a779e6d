import StatePattern

/// Two states that alternate. Their entry hooks look which state the machine comes from.
final class CuriousToggle: Context<CuriousToggle.State> {
    let on = On()
    let off = Off()
    var count = 0

    init() { super.init(initial: off) }

    @inline(never) @discardableResult func toggle() -> Outcome { delegate(State.toggle) }

    class State: ContextState {
        func didEnter(_ toggle: CuriousToggle) { if toggle.currentTransition?.source is On { toggle.count &+= 1 } }
        func willExit(_ toggle: CuriousToggle) { toggle.count &+= 1 }
        func toggle(_ toggle: CuriousToggle) -> Reaction { .unhandled }
    }

    final class On: State {
        override func toggle(_ toggle: CuriousToggle) -> Reaction { .transition(to: toggle.off) }
    }

    final class Off: State {
        override func toggle(_ toggle: CuriousToggle) -> Reaction { .transition(to: toggle.on) }
    }
}
