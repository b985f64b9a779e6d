import StatePattern

let oven = Microwave()
oven.openDoor()
print(oven.start(), oven.state.name)  // Prints "unhandled Open"
oven.closeDoor()
oven.start()
print(oven.openDoor(), oven.state.name)  // Prints "transitioned Open"

// draws microwave-classes.svg: MachineModel(Microwave.init, requests: ["start": { $0.start() }, "stop": { $0.stop() }, "openDoor": { $0.openDoor() }, "closeDoor": { $0.closeDoor() }]).explore().svg()
