/*:
 # Your own machine: draw it, check it, test it

 Page 2 of 7.

 One class for each state spreads a machine over many places. So how do you see the whole, and how do you know that it
 is right? By driving it: this page draws a machine, finds a mistake in it, and tests every cell of it.

 ## A microwave oven

 It heats while its door is closed, and stops when the door is opened. At least, it should.
 */
import StateExploration
import StatePattern

final class Oven: Context<Oven.State> {
    class State: ContextState {
        func didEnter(_ oven: Oven) {}
        func willExit(_ oven: Oven) {}
        func start(_ oven: Oven) -> Reaction { .unhandled }
        func timeIsUp(_ oven: Oven) -> Reaction { .unhandled }
        func openDoor(_ oven: Oven) -> Reaction {
            oven.isDoorOpen = true
            return .transition(to: oven.open)
        }
        func closeDoor(_ oven: Oven) -> Reaction { .unhandled }
    }

    final class Idle: State {
        override func start(_ oven: Oven) -> Reaction { .transition(to: oven.heating) }
    }

    final class Heating: State {
        override func timeIsUp(_ oven: Oven) -> Reaction { .transition(to: oven.idle) }
    }

    class Open: State {
        override func start(_ oven: Oven) -> Reaction { .transition(to: oven.heating) }
        override func openDoor(_ oven: Oven) -> Reaction { .unhandled }
        override func closeDoor(_ oven: Oven) -> Reaction {
            oven.isDoorOpen = false
            return .transition(to: oven.idle)
        }
    }

    let idle = Idle()
    let heating = Heating()
    let open: Open
    private(set) var isDoorOpen = false

    init(open: Open = Open()) {
        self.open = open
        super.init(initial: idle)
    }

    @discardableResult func start() -> Outcome { delegate(State.start) }
    @discardableResult func timeIsUp() -> Outcome { delegate(State.timeIsUp) }
    @discardableResult func openDoor() -> Outcome { delegate(State.openDoor) }
    @discardableResult func closeDoor() -> Outcome { delegate(State.closeDoor) }
}
/*:
 ## Draw it

 A model tells how to make the machine and which requests there are. The path of the state does not tell whether the door
 is open, and the behavior depends on it, so `data` adds that.
 */
func model(named name: String, _ make: @escaping () -> Oven) -> MachineModel<String> {
    MachineModel(
        make, named: name,
        requests: [.init(Oven.start), .init(Oven.timeIsUp), .init(Oven.openDoor), .init(Oven.closeDoor)],
        data: { $0.isDoorOpen ? "door open" : "" })
}

let graph = try model(named: "oven", { Oven() }).explore()
print(graph.table(), terminator: "")
// Prints "| state | start | timeIsUp | openDoor | closeDoor |"
// Prints "| --- | --- | --- | --- | --- |"
// Prints "| Idle | Heating |  | Open, door open |  |"
// Prints "| Heating |  | Idle | Open, door open |  |"
// Prints "| Open, door open | Heating, door open |  |  | Idle |"
// Prints "| Heating, door open |  | Idle, door open | Open, door open |  |"
// Prints "| Idle, door open | Heating, door open |  | Open, door open |  |"
/*:
 ## Check it

 No state is a dead end, and every request is handled somewhere. But ask for what must never happen, and the search answers
 with the fewest requests that lead there:
 */
print(graph.deadEnds, graph.unhandledRequests)  // Prints "[] []"
print(graph.shortestPath { $0 == "Heating, door open" } ?? [])  // Prints "["openDoor", "start"]"
/*:
 `Open` handles `start`, which it should leave unhandled. A state can be replaced without touching the others: here is a
 subclass, also called `Open`, because a state's name is that of its type. With it the oven has three states, and never
 heats with its door open.
 */
enum Safe {
    final class Open: Oven.Open {
        override func start(_ oven: Oven) -> Oven.Reaction { .unhandled }
    }
}

let safe = model(named: "safe oven") { Oven(open: Safe.Open()) }
print(try safe.explore().states)  // Prints "["Idle", "Heating", "Open, door open"]"
/*:
 ## Test it

 Write down what you expect, in the form that is easiest to read, and let the search compare it with the machine. The whole
 table takes an enum of three cases:
 */
struct ExpectedOven {
    enum State: String { case idle = "Idle", heating = "Heating", open = "Open, door open" }

    var state = State.idle

    mutating func perform(_ request: String) -> Outcome {
        switch (state, request) {
        case (.idle, "start"): state = .heating
        case (.heating, "timeIsUp"), (.open, "closeDoor"): state = .idle
        case (.idle, "openDoor"), (.heating, "openDoor"): state = .open
        default: return .unhandled
        }
        return .transitioned
    }
}

let expected = MachineModel(
    { ExpectedOven() }, named: "expected", requests: .init(safe.requests) { $0.perform($1) },
    state: { $0.state.rawValue })
print(try model(named: "oven", { Oven() }).compare(with: expected))
// Prints "oven and expected differ after openDoor, start"
// Prints "  oven:     transitioned, Heating, door open"
// Prints "  expected: unhandled, Open, door open"
print(try safe.compare(with: expected))  // Prints "no difference in 3 states and 12 cells"
/*:
 A tour makes every request in every state, on one machine, with few requests. Run it on a machine with real hardware.
 */
print(try safe.explore().transitionTour().map(\.count))  // Prints "[13]"
/*:
 Your turn: let the oven ring a bell when the time is up. Where does that belong, and how does `trace` make the comparison
 see it?

 [Next: What do you believe?](@next)
 */
