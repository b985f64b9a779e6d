import StatePattern

let oven = Microwave()
oven.openDoor()
print(oven.start(), oven.state.name)  // Prints "unhandled Open"
oven.closeDoor()
oven.start()
print(oven.openDoor(), oven.state.name)  // Prints "transitioned Open"
