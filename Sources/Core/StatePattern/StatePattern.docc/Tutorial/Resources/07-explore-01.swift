import StateExploration
import StatePattern

let model = MachineModel(
    Microwave.init,
    requests: [
        .init(Microwave.start), .init(Microwave.stop),
        .init(Microwave.finish), .init(Microwave.openDoor),
        .init(Microwave.closeDoor), .init(Microwave.cycle),
    ])
let graph = try model.explore()

print(graph.states.count, graph.cellCount)  // Prints "4 24"
for state in graph.states { print(state) }
// Prints "Idle"
// Prints "Cooking/Heating"
// Prints "Open"
// Prints "Cooking/Resting"
