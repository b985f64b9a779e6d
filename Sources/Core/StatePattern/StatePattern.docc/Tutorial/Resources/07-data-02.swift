import StateExploration
import StatePattern

let model = MachineModel(
    Microwave.init,
    requests: [
        "start": { $0.start() }, "stop": { $0.stop() },
        "finish": { $0.finish() },
        "openDoor": { $0.openDoor() }, "closeDoor": { $0.closeDoor() },
        "cycle": { $0.cycle() },
    ],
    data: { $0.isInterrupted ? "interrupted" : "" })
let graph = try model.explore()

for state in graph.states { print(state) }
// Prints "Idle"
// Prints "Cooking/Heating"
// Prints "Open"
// Prints "Open, interrupted"
// Prints "Cooking/Resting"
// Prints "Cooking/Heating, interrupted"
// Prints "Idle, interrupted"
// Prints "Cooking/Resting, interrupted"
