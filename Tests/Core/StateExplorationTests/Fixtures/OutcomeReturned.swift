// Compiles: the control for `NothingReturned`.
import StateExploration
import StatePattern

struct Counter {
    var count = 0
    mutating func add() -> Outcome {
        count += 1
        return .transitioned
    }
}

func model() -> MachineModel<String> {
    MachineModel({ Counter() }, requests: ["add"], perform: { counter, _ in counter.add() }, state: { "\($0.count)" })
}
