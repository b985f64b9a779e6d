import Foundation
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

print(graph.states.count)  // Prints "8"
let picture = graph.merged().svg()
try picture.write(toFile: "oven.svg", atomically: true, encoding: .utf8)
