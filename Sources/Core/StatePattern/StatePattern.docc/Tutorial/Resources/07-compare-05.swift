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
        let name = oven.state.path.prefix { $0 != "/" }.lowercased()
        return "\(name), magnetron \(oven.isMagnetronOn ? "on" : "off")"
    })

do {
    print(try treeModel.explore().states)
} catch ExplorationError.ambiguousState(
    let state, let request, let first, let second)
{
    print("\(request) in “\(state)”")
    // Prints "closeDoor in “open, magnetron off”"
    print(first)
    // Prints "transitioned, idle, magnetron off after openDoor"
    print(second)
    // Prints "transitioned, cooking, magnetron on after start, openDoor"
}
