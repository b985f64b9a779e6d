import Foundation
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

print(graph)
// Prints "  Idle"
// Prints "      start → Cooking/Heating"
// Prints "      openDoor → Open"
// Prints "  Cooking"
// Prints "      stop, finish → Idle"
// Prints "      openDoor → Open"
// Prints "    Heating"
// Prints "        cycle → Cooking/Resting"
// Prints "    Resting"
// Prints "        cycle → Cooking/Heating"
// Prints "  Open"
// Prints "      closeDoor → Idle"
let picture = graph.svg(marking: "Cooking/Heating")
print(picture.hasPrefix("<svg"))  // Prints "true"
try picture.write(toFile: "oven.svg", atomically: true, encoding: .utf8)
