import StatePattern

final class Microwave: Context<Microwave.State> {
    class State: ContextState {
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ oven: Microwave) {}
        func willExit(_ oven: Microwave) {}
        func start(_ oven: Microwave) -> Reaction { .unhandled }
        func stop(_ oven: Microwave) -> Reaction { .unhandled }
        func finish(_ oven: Microwave) -> Reaction { .unhandled }
        func openDoor(_ oven: Microwave) -> Reaction { .unhandled }
        func closeDoor(_ oven: Microwave) -> Reaction { .unhandled }
        func cycle(_ oven: Microwave) -> Reaction { .unhandled }
    }

    final class Idle: State {
        override func start(_ oven: Microwave) -> Reaction {
            .transition(to: oven.heating)
        }

        override func openDoor(_ oven: Microwave) -> Reaction {
            .transition(to: oven.open)
        }
    }

    final class Cooking: State {
        override func stop(_ oven: Microwave) -> Reaction {
            .transition(to: oven.idle)
        }

        override func finish(_ oven: Microwave) -> Reaction {
            .transition(to: oven.idle)
        }

        override func openDoor(_ oven: Microwave) -> Reaction {
            .transition(to: oven.open)
        }
    }

    final class Heating: State {
        override func didEnter(_ oven: Microwave) {
            oven.isMagnetronOn = true
        }

        override func willExit(_ oven: Microwave) {
            oven.isMagnetronOn = false
        }

        override func stop(_ oven: Microwave) -> Reaction {
            .transition(to: oven.idle)
        }

        override func finish(_ oven: Microwave) -> Reaction {
            .transition(to: oven.idle)
        }

        override func openDoor(_ oven: Microwave) -> Reaction {
            .transition(to: oven.open)
        }

        override func cycle(_ oven: Microwave) -> Reaction {
            .transition(to: oven.resting)
        }
    }

    final class Resting: State {
        let cooking: Cooking
        init(in cooking: Cooking) { self.cooking = cooking }
        override var superstate: State? { cooking }

        override func stop(_ oven: Microwave) -> Reaction {
            .transition(to: oven.idle)
        }

        override func finish(_ oven: Microwave) -> Reaction {
            .transition(to: oven.idle)
        }

        override func cycle(_ oven: Microwave) -> Reaction {
            .transition(to: oven.heating)
        }
    }

    final class Open: State {
        override func closeDoor(_ oven: Microwave) -> Reaction {
            .transition(to: oven.idle)
        }
    }

    let idle = Idle()
    let cooking = Cooking()
    let heating = Heating()
    private(set) lazy var resting = Resting(in: cooking)
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
    @discardableResult func cycle() -> Outcome { delegate(State.cycle) }

    override var description: String {
        "\(state.statePath), magnetron \(isMagnetronOn ? "on" : "off")"
    }
}
