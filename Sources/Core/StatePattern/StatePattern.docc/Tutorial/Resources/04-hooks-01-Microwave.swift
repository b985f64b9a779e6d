import StatePattern

final class Microwave: Context<Microwave.State> {
    class State: ContextState {
        func didEnter(_ oven: Microwave) {}
        func willExit(_ oven: Microwave) {}
        func start(_ oven: Microwave) -> Reaction { .unhandled }
        func stop(_ oven: Microwave) -> Reaction { .unhandled }
        func finish(_ oven: Microwave) -> Reaction { .unhandled }
        func openDoor(_ oven: Microwave) -> Reaction { .unhandled }
        func closeDoor(_ oven: Microwave) -> Reaction { .unhandled }
    }

    final class Idle: State {
        override func start(_ oven: Microwave) -> Reaction {
            oven.isMagnetronOn = true
            return .transition(to: oven.cooking)
        }

        override func openDoor(_ oven: Microwave) -> Reaction {
            .transition(to: oven.open)
        }
    }

    final class Cooking: State {
        override func stop(_ oven: Microwave) -> Reaction {
            oven.isMagnetronOn = false
            return .transition(to: oven.idle)
        }

        override func finish(_ oven: Microwave) -> Reaction {
            .transition(to: oven.idle)
        }

        override func openDoor(_ oven: Microwave) -> Reaction {
            .transition(to: oven.open)
        }
    }

    final class Open: State {
        override func closeDoor(_ oven: Microwave) -> Reaction {
            .transition(to: oven.idle)
        }
    }

    let idle = Idle()
    let cooking = Cooking()
    let open = Open()
    private var isMagnetronOn = false

    init() { super.init(initial: idle) }

    @discardableResult func start() -> Outcome { delegate(State.start) }
    @discardableResult func stop() -> Outcome { delegate(State.stop) }
    @discardableResult func finish() -> Outcome { delegate(State.finish) }
    @discardableResult func openDoor() -> Outcome {
        delegate(State.openDoor)
    }
    @discardableResult func closeDoor() -> Outcome {
        delegate(State.closeDoor)
    }

    override var description: String {
        "\(state.statePath), magnetron \(isMagnetronOn ? "on" : "off")"
    }
}
