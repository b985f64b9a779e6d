import StatePattern

let oven = Microwave()
oven.activate()
oven.observe { print($0) }
oven.start()  // Prints "start(): Idle → Cooking"
oven.finish()  // Prints "finish(): Cooking → Idle"

// draws microwave-observed.svg: MachineModel(Microwave.init, requests: ["start": { $0.start() }, "stop": { $0.stop() }, "finish": { $0.finish() }, "openDoor": { $0.openDoor() }, "closeDoor": { $0.closeDoor() }]).explore().svg(marking: "Open")
