import StatePattern

let oven = Microwave()
print(oven.start(), oven.state.name)  // Prints "transitioned Cooking"
print(oven.start(), oven.state.name)  // Prints "unhandled Cooking"

final class Microwave: Context<Microwave.State> {
    class State: ContextState {
        func didEnter(_ oven: Microwave) {}
        func willExit(_ oven: Microwave) {}
        func start(_ oven: Microwave) -> Reaction { .unhandled }
    }

    final class Idle: State {
        override func start(_ oven: Microwave) -> Reaction {
            .transition(to: oven.cooking)
        }
    }

    final class Cooking: State {}

    let idle = Idle()
    let cooking = Cooking()

    init() { super.init(initial: idle) }

    @discardableResult func start() -> Outcome { delegate(State.start) }
}
