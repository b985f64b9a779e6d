import Foundation
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

let picture = graph.svg(marking: "Cooking/Heating")
print(picture.hasPrefix("<svg"))  // Prints "true"
try picture.write(toFile: "oven.svg", atomically: true, encoding: .utf8)
