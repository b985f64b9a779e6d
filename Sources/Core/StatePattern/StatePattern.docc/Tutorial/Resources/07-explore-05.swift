import StateExploration
import StatePattern

let model = MachineModel(
    Microwave.init,
    requests: [
        "start": { $0.start() }, "stop": { $0.stop() },
        "finish": { $0.finish() },
        "openDoor": { $0.openDoor() }, "closeDoor": { $0.closeDoor() },
        "cycle": { $0.cycle() },
    ])
let graph = try model.explore()

print(graph.unreachable(of: ["Cooking/Heating", "Cooking/Resting"]))
// Prints "[]"
print(graph.unhandledRequests)  // Prints "["closeDoor"]"
print(graph.deadEnds)  // Prints "["Open"]"

final class Microwave: Context<Microwave.State> {
    class State: HierarchicalState {
        var superstate: State? { nil }
        var initialSubstate: State? { nil }
        func didEnter(_ oven: Microwave) {}
        func willExit(_ oven: Microwave) {}
        func start(_ oven: Microwave) -> Reaction<State> { .unhandled }
        func stop(_ oven: Microwave) -> Reaction<State> { .unhandled }
        func finish(_ oven: Microwave) -> Reaction<State> { .unhandled }
        func openDoor(_ oven: Microwave) -> Reaction<State> { .unhandled }
        func closeDoor(_ oven: Microwave) -> Reaction<State> { .unhandled }
        func cycle(_ oven: Microwave) -> Reaction<State> { .unhandled }
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
        override var initialSubstate: State? { Heating(in: self) }
        override func didEnter(_ oven: Microwave) {
            oven.isTurntableOn = true
        }
        override func willExit(_ oven: Microwave) {
            oven.isTurntableOn = false
        }
        override func stop(_ oven: Microwave) -> Reaction<State> {
            .transition(to: oven.idle)
        }
        override func finish(_ oven: Microwave) -> Reaction<State> {
            .transition(to: oven.idle)
        }
        override func openDoor(_ oven: Microwave) -> Reaction<State> {
            .transition(to: oven.open)
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
        override func cycle(_ oven: Microwave) -> Reaction<State> {
            .transition(to: Resting(in: cooking))
        }
    }

    final class Resting: CookingPhase {
        override func cycle(_ oven: Microwave) -> Reaction<State> {
            .transition(to: Heating(in: cooking))
        }
    }

    final class Open: State {}

    let idle = Idle()
    let cooking = Cooking()
    let open = Open()
    private var isMagnetronOn = false
    private var isTurntableOn = false

    init() { super.init(initial: idle) }

    @discardableResult func start() -> Outcome { delegate { $0.start($1) } }
    @discardableResult func stop() -> Outcome { delegate { $0.stop($1) } }
    @discardableResult func finish() -> Outcome {
        delegate { $0.finish($1) }
    }
    @discardableResult func openDoor() -> Outcome {
        delegate { $0.openDoor($1) }
    }
    @discardableResult func closeDoor() -> Outcome {
        delegate { $0.closeDoor($1) }
    }
    @discardableResult func cycle() -> Outcome { delegate { $0.cycle($1) } }

    override var description: String {
        "\(state.path), magnetron \(isMagnetronOn ? "on" : "off"), "
            + "turntable \(isTurntableOn ? "on" : "off")"
    }
}
