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

do {
    print(try model.explore().states)
} catch ExplorationError.ambiguousState(
    let state, let request, let first, let second)
{
    print("\(request) in “\(state)”")
    // Prints "closeDoor in “Open”"
    print(first)  // Prints "transitioned, Idle after openDoor"
    print(second)
    // Prints "transitioned, Cooking/Heating after start, openDoor"
}
