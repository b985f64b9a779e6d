import StatePattern

let oven = Microwave()
oven.start()
print(oven)  // Prints "Cooking/Heating, magnetron on"

// draws microwave-tree.svg: MachineModel(Microwave.init, requests: ["start": { $0.start() }, "stop": { $0.stop() }, "finish": { $0.finish() }, "openDoor": { $0.openDoor() }, "closeDoor": { $0.closeDoor() }, "cycle": { $0.cycle() }]).explore().svg()
