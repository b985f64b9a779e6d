import StatePattern

let oven = Microwave()
print(oven.start(), oven.state.name)  // Prints "transitioned Cooking"
print(oven.stop(), oven.state.name)  // Prints "transitioned Idle"
print(oven.stop(), oven.state.name)  // Prints "unhandled Idle"

final class Microwave: Context<Microwave.State> {
    class State: ContextState {
        func didEnter(_ oven: Microwave) {}
        func willExit(_ oven: Microwave) {}
        func start(_ oven: Microwave) -> Reaction { .unhandled }
        func stop(_ oven: Microwave) -> Reaction { .unhandled }
    }

    final class Idle: State {
        override func start(_ oven: Microwave) -> Reaction {
            .transition(to: oven.cooking)
        }
    }

    final class Cooking: State {
        override func stop(_ oven: Microwave) -> Reaction {
            .transition(to: oven.idle)
        }
    }

    let idle = Idle()
    let cooking = Cooking()

    init() { super.init(initial: idle) }

    @discardableResult func start() -> Outcome { delegate(State.start) }
    @discardableResult func stop() -> Outcome { delegate(State.stop) }
}
