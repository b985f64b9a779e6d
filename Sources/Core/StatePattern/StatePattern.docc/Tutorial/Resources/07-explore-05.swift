import StateExploration
import StatePattern

let model = MachineModel(
    Microwave.init,
    requests: [
        .init(Microwave.start), .init(Microwave.stop),
        .init(Microwave.finish), .init(Microwave.openDoor),
        .init(Microwave.cycle),
    ])
let graph = try model.explore()

print(graph.unreachable(of: ["Cooking/Heating", "Cooking/Resting"]))
// Prints "[]"
print(graph.unhandledRequests)  // Prints "[]"
print(graph.deadEnds)  // Prints "["Open"]"
