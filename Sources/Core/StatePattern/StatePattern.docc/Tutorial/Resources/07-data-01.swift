import StateExploration
import StatePattern

let model = MachineModel(
    Microwave.init,
    requests: [
        .init(Microwave.start), .init(Microwave.stop),
        .init(Microwave.finish), .init(Microwave.openDoor),
        .init(Microwave.closeDoor), .init(Microwave.cycle),
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
