import StatePattern

let oven = Microwave()
oven.start()
oven.cycle()
print(oven)  // Prints "Resting, magnetron off"
print(oven.openDoor(), oven)  // Prints "unhandled Resting, magnetron off"
