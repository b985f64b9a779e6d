import StatePattern

let oven = Microwave()
oven.openDoor()
print(oven.start(), oven.state.name)  // Prints "unhandled Open"
oven.closeDoor()
oven.start()
print(oven.openDoor(), oven.state.name)  // Prints "transitioned Open"

final class Microwave: Context<Microwave.State> {
    class State: ContextState {
        func didEnter(_ oven: Microwave) {}
        func willExit(_ oven: Microwave) {}
        func start(_ oven: Microwave) -> Reaction<State> { .unhandled }
        func stop(_ oven: Microwave) -> Reaction<State> { .unhandled }
        func openDoor(_ oven: Microwave) -> Reaction<State> { .unhandled }
        func closeDoor(_ oven: Microwave) -> Reaction<State> { .unhandled }
    }

    final class Idle: State {
        override func start(_ oven: Microwave) -> Reaction<State> {
            .transition(to: oven.cooking)
        }
        override func openDoor(_ oven: Microwave) -> Reaction<State> {
            .transition(to: oven.open)
        }
    }

    final class Cooking: State {
        override func stop(_ oven: Microwave) -> Reaction<State> {
            .transition(to: oven.idle)
        }
        override func openDoor(_ oven: Microwave) -> Reaction<State> {
            .transition(to: oven.open)
        }
    }

    final class Open: State {
        override func closeDoor(_ oven: Microwave) -> Reaction<State> {
            .transition(to: oven.idle)
        }
    }

    let idle = Idle()
    let cooking = Cooking()
    let open = Open()

    init() { super.init(initial: idle) }

    @discardableResult func start() -> Outcome { delegate { $0.start($1) } }
    @discardableResult func stop() -> Outcome { delegate { $0.stop($1) } }
    @discardableResult func openDoor() -> Outcome {
        delegate { $0.openDoor($1) }
    }
    @discardableResult func closeDoor() -> Outcome {
        delegate { $0.closeDoor($1) }
    }
}

// draws microwave-classes.svg: MachineModel(Microwave.init, requests: ["start": { $0.start() }, "stop": { $0.stop() }, "openDoor": { $0.openDoor() }, "closeDoor": { $0.closeDoor() }]).explore().svg()
