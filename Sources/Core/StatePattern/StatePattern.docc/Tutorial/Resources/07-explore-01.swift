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

print(graph.states.count, graph.cellCount)  // Prints "4 24"
for state in graph.states { print(state) }
// Prints "Idle"
// Prints "Cooking/Heating"
// Prints "Open"
// Prints "Cooking/Resting"
