import StatePattern

let oven = Microwave()
oven.start()
print(oven)  // Prints "Cooking, magnetron on"
oven.stop()
print(oven)  // Prints "Idle, magnetron off"
oven.start()
oven.openDoor()
print(oven)  // Prints "Open, magnetron on"
