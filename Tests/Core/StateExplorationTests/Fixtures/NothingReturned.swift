// Does not compile: a request without an outcome would never be refused, and never be handled.
import StateExploration
import StatePattern

struct Counter {
    var count = 0
    mutating func add() { count += 1 }
}

func model() -> MachineModel<String> {
    MachineModel({ Counter() }, requests: ["add"], perform: { counter, _ in counter.add() }, state: { "\($0.count)" })
}
