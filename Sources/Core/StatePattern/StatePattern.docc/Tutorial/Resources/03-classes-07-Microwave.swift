import StatePattern

final class Microwave: Context<Microwave.State> {
    class State: ContextState {
        func didEnter(_ oven: Microwave) {}
        func willExit(_ oven: Microwave) {}
        func start(_ oven: Microwave) -> Reaction { .unhandled }
        func stop(_ oven: Microwave) -> Reaction { .unhandled }
        func openDoor(_ oven: Microwave) -> Reaction { .unhandled }
        func closeDoor(_ oven: Microwave) -> Reaction { .unhandled }
        func addTime(_ oven: Microwave, _ seconds: Int) -> Reaction {
            .unhandled
        }
    }

    final class Idle: State {
        override func start(_ oven: Microwave) -> Reaction {
            .transition(to: oven.cooking)
        }

        override func openDoor(_ oven: Microwave) -> Reaction {
            .transition(to: oven.open)
        }
    }

    final class Cooking: State {
        override func stop(_ oven: Microwave) -> Reaction {
            .transition(to: oven.idle)
        }

        override func openDoor(_ oven: Microwave) -> Reaction {
            .transition(to: oven.open)
        }

        override func addTime(
            _ oven: Microwave, _ seconds: Int
        ) -> Reaction {
            guard seconds > 0 else { return .refused }
            oven.seconds += seconds
            return .handled
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
    private(set) var seconds = 0

    init() { super.init(initial: idle) }

    override func didNotHandle(_ request: String) {
        print("not possible in \(state.name): \(request)")
    }

    @discardableResult func start() -> Outcome { delegate(State.start) }
    @discardableResult func stop() -> Outcome { delegate(State.stop) }
    @discardableResult func openDoor() -> Outcome {
        delegate(State.openDoor)
    }
    @discardableResult func closeDoor() -> Outcome {
        delegate(State.closeDoor)
    }
    @discardableResult func addTime(_ seconds: Int) -> Outcome {
        delegate(State.addTime, seconds)
    }
}
