import StatePattern

let oven = Microwave()
print(oven)  // Prints "Microwave: Idle"
print(oven.start())  // Prints "unhandled"

final class Microwave: Context<Microwave.State> {
    class State: ContextState {
        func didEnter(_ oven: Microwave) {}
        func willExit(_ oven: Microwave) {}
        func start(_ oven: Microwave) -> Reaction { .unhandled }
    }

    final class Idle: State {}

    let idle = Idle()

    init() { super.init(initial: idle) }

    @discardableResult func start() -> Outcome { delegate(State.start) }
}
