import StatePattern

// Two states that alternate and differ: each has its own hooks, and its own handler. In three ways.

/// The machine on the core.
final class Blinker: Context<Blinker.State>, Counting {
    let lit = Lit()
    let dark = Dark()
    var count = 0
    var lastCount = 0

    init() { super.init(initial: dark) }

    @inline(never) @discardableResult func blink() -> Outcome { delegate(State.blink) }

    class State: ContextState {
        func didEnter(_ blinker: Blinker) {}
        func willExit(_ blinker: Blinker) {}
        func blink(_ blinker: Blinker) -> Reaction { .unhandled }
    }

    final class Lit: State {
        override func didEnter(_ blinker: Blinker) { blinker.count &+= 1 }
        override func willExit(_ blinker: Blinker) { blinker.lastCount = blinker.count }
        override func blink(_ blinker: Blinker) -> Reaction {
            blinker.count &+= 2
            return .transition(to: blinker.dark)
        }
    }

    final class Dark: State {
        override func didEnter(_ blinker: Blinker) { blinker.count ^= blinker.lastCount }
        override func willExit(_ blinker: Blinker) { blinker.lastCount &+= 3 }
        override func blink(_ blinker: Blinker) -> Reaction { .transition(to: blinker.lit) }
    }
}

/// The pattern as it is written by hand.
final class BlinkerByHand: Counting {
    let lit = Lit()
    let dark = Dark()
    var count = 0
    var lastCount = 0
    private(set) var state: State

    init() { state = dark }

    @inline(never) func blink() { state.blink(self) }

    func change(to next: State) {
        state.willExit(self)
        state = next
        state.didEnter(self)
    }

    class State {
        func didEnter(_ blinker: BlinkerByHand) {}
        func willExit(_ blinker: BlinkerByHand) {}
        func blink(_ blinker: BlinkerByHand) {}
    }

    final class Lit: State {
        override func didEnter(_ blinker: BlinkerByHand) { blinker.count &+= 1 }
        override func willExit(_ blinker: BlinkerByHand) { blinker.lastCount = blinker.count }
        override func blink(_ blinker: BlinkerByHand) {
            blinker.count &+= 2
            blinker.change(to: blinker.dark)
        }
    }

    final class Dark: State {
        override func didEnter(_ blinker: BlinkerByHand) { blinker.count ^= blinker.lastCount }
        override func willExit(_ blinker: BlinkerByHand) { blinker.lastCount &+= 3 }
        override func blink(_ blinker: BlinkerByHand) { blinker.change(to: blinker.lit) }
    }
}

/// The machine as an enum.
final class BlinkerEnum: Counting {
    enum State { case lit, dark }

    var count = 0
    var lastCount = 0
    private(set) var state = State.dark

    @inline(never) func blink() {
        switch state {
        case .lit:
            count &+= 2
            change(to: .dark)
        case .dark: change(to: .lit)
        }
    }

    private func change(to next: State) {
        switch state {
        case .lit: lastCount = count
        case .dark: lastCount &+= 3
        }
        state = next
        switch state {
        case .lit: count &+= 1
        case .dark: count ^= lastCount
        }
    }
}
