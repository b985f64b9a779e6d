import StatePattern

let oven = Microwave()
oven.start()
print(oven)  // Prints "Cooking, magnetron on"
oven.finish()
print(oven)  // Prints "Idle, magnetron off"

// draws microwave-hooks.svg: MachineModel(Microwave.init, requests: ["start": { $0.start() }, "stop": { $0.stop() }, "finish": { $0.finish() }, "openDoor": { $0.openDoor() }, "closeDoor": { $0.closeDoor() }]).explore().svg(marking: "Cooking")
