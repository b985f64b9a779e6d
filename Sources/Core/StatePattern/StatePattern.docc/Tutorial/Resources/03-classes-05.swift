import StatePattern

let oven = Microwave()
oven.openDoor()
oven.start()  // Prints "not possible in Open: start()"
oven.closeDoor()
oven.stop()  // Prints "not possible in Idle: stop()"
