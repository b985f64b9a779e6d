import StateExploration
import StatePattern

let enumModel = MachineModel(
    { EnumMicrowave() }, named: "enum",
    requests: .init(EnumMicrowave.Request.allCases) {
        $0.handle($1) ? .transitioned : .unhandled
    },
    state: { "\($0)" })

let graph = try enumModel.explore()
for state in graph.states { print(state) }
// Prints "idle, magnetron off"
// Prints "cooking, magnetron on"
// Prints "open, magnetron off"
// Prints "idle, magnetron on"
// Prints "open, magnetron on"
let path = graph.shortestPath { $0 == "open, magnetron on" }
print(path?.map { "\($0)" } ?? [])
// Prints "["start", "finish", "openDoor"]"
