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
    ],
    data: { $0.isInterrupted ? "interrupted" : "" })
let graph = try model.explore()

print(graph.states.count)  // Prints "8"
let picture = graph.merged().svg()
try picture.write(toFile: "oven.svg", atomically: true, encoding: .utf8)
