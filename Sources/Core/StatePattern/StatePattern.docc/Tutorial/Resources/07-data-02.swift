import StateExploration
import StatePattern

let model = MachineModel(
    Microwave.init,
    requests: [
        .init(Microwave.start), .init(Microwave.stop),
        .init(Microwave.finish), .init(Microwave.openDoor),
        .init(Microwave.closeDoor), .init(Microwave.cycle),
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
