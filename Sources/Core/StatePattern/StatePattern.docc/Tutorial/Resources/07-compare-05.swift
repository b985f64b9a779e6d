import StateExploration
import StatePattern

let enumModel = MachineModel(
    { EnumMicrowave() }, named: "enum",
    requests: EnumMicrowave.Request.allCases,
    perform: { $0.handle($1) ? .transitioned : .unhandled },
    state: { "\($0)" })

let treeModel = MachineModel(
    { Microwave() }, named: "tree", requests: EnumMicrowave.Request.allCases,
    perform: { oven, request in
        switch request {
        case .start: oven.start()
        case .stop: oven.stop()
        case .finish: oven.finish()
        case .openDoor: oven.openDoor()
        case .closeDoor: oven.closeDoor()
        }
    },
    state: { $0.situation })

do {
    print(try treeModel.explore().states)
} catch ExplorationError.ambiguousState(
    let state, let request, let first, let second)
{
    print("\(request) in “\(state)”")
    // Prints "closeDoor in “open, magnetron off”"
    print(first)
    // Prints "transitioned, idle, magnetron off after openDoor"
    print(second)
    // Prints "transitioned, cooking, magnetron on after start, openDoor"
}

final class EnumMicrowave: CustomStringConvertible {
    enum State { case idle, cooking, open }
    enum Request: CaseIterable {
        case start, stop, finish, openDoor, closeDoor
    }

    private var state = State.idle
    private var isMagnetronOn = false

    @discardableResult func handle(_ request: Request) -> Bool {
        switch (state, request) {
        case (.idle, .start):
            state = .cooking
            isMagnetronOn = true
        case (.idle, .openDoor):
            state = .open
        case (.cooking, .stop):
            state = .idle
            isMagnetronOn = false
        case (.cooking, .finish):
            state = .idle
            isMagnetronOn = false
        case (.cooking, .openDoor):
            state = .open
            isMagnetronOn = false
        case (.open, .closeDoor):
            state = .idle
        default:
            return false
        }
        return true
    }

    var description: String {
        "\(state), magnetron \(isMagnetronOn ? "on" : "off")"
    }
}

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
            .transition(to: oven.cooking)
        }

        override func openDoor(_ oven: Microwave) -> Reaction {
            .transition(to: oven.open)
        }
    }

    final class Cooking: State {
        override var initialSubstate: State? { Heating(in: self) }

        override func didEnter(_ oven: Microwave) {
            oven.isTurntableOn = true
        }

        override func willExit(_ oven: Microwave) {
            oven.isTurntableOn = false
        }

        override func stop(_ oven: Microwave) -> Reaction {
            .transition(to: oven.idle)
        }

        override func finish(_ oven: Microwave) -> Reaction {
            .transition(to: oven.idle)
        }

        override func openDoor(_ oven: Microwave) -> Reaction {
            oven.isInterrupted = true
            return .transition(to: oven.open)
        }
    }

    class CookingPhase: State {
        let cooking: Cooking
        init(in cooking: Cooking) { self.cooking = cooking }
        override var superstate: State? { cooking }
    }

    final class Heating: CookingPhase {
        override func didEnter(_ oven: Microwave) {
            oven.isMagnetronOn = true
        }

        override func willExit(_ oven: Microwave) {
            oven.isMagnetronOn = false
        }

        override func cycle(_ oven: Microwave) -> Reaction {
            .transition(to: Resting(in: cooking))
        }
    }

    final class Resting: CookingPhase {
        override func cycle(_ oven: Microwave) -> Reaction {
            .transition(to: Heating(in: cooking))
        }
    }

    final class Open: State {
        override func closeDoor(_ oven: Microwave) -> Reaction {
            .transition(to: oven.isInterrupted ? oven.cooking : oven.idle)
        }
    }

    let idle = Idle()
    let cooking = Cooking()
    let open = Open()
    private var isMagnetronOn = false
    private var isTurntableOn = false
    private var isInterrupted = false

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

    var situation: String {
        let name = state.path.prefix { $0 != "/" }.lowercased()
        return "\(name), magnetron \(isMagnetronOn ? "on" : "off")"
    }
}
