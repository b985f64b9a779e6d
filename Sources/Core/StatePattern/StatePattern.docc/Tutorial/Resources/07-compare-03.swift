import StateExploration
import StatePattern

let enumModel = MachineModel(
    { EnumMicrowave() }, named: "enum",
    requests: .init(EnumMicrowave.Request.allCases) {
        $0.handle($1) ? .transitioned : .unhandled
    },
    state: { "\($0)" })

let treeModel = MachineModel(
    { Microwave() }, named: "tree",
    requests: [
        .init(Microwave.start), .init(Microwave.stop),
        .init(Microwave.finish), .init(Microwave.openDoor),
        .init(Microwave.closeDoor),
    ],
    state: { oven in
        let name = oven.state.statePath.prefix { $0 != "/" }.lowercased()
        return "\(name), magnetron \(oven.isMagnetronOn ? "on" : "off")"
    })
print(try treeModel.compare(with: enumModel))
// Prints "no difference in 3 states and 15 cells"
