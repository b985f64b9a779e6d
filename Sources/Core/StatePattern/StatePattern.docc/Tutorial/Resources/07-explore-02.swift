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

print(graph.outline(), terminator: "")
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
