import StateExploration
import StatePattern

let enumModel = MachineModel(
    { EnumMicrowave() }, named: "enum",
    requests: EnumMicrowave.Request.allCases,
    perform: { $0.handle($1) ? .transitioned : .unhandled },
    state: { "\($0)" })

let treeModel = MachineModel(
    { Microwave() }, named: "tree", requests: EnumMicrowave.Request.allCases,
    perform: { oven, request in
        switch request {
        case .start: oven.start()
        case .stop: oven.stop()
        case .finish: oven.finish()
        case .openDoor: oven.openDoor()
        case .closeDoor: oven.closeDoor()
        }
    },
    state: { oven in
        let name = oven.state.statePath.prefix { $0 != "/" }.lowercased()
        return "\(name), magnetron \(oven.isMagnetronOn ? "on" : "off")"
    })
print(try treeModel.compare(with: enumModel))
// Prints "tree and enum differ after openDoor, closeDoor"
// Prints "  tree: unhandled, open, magnetron off"
// Prints "  enum: transitioned, idle, magnetron off"
