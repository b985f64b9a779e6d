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

let picture = graph.svg(marking: "Cooking/Heating")
print(picture.hasPrefix("<svg"))  // Prints "true"
try picture.write(toFile: "oven.svg", atomically: true, encoding: .utf8)
