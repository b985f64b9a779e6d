import StatePattern

let oven = Microwave()
oven.start()
print(oven)  // Prints "Cooking, magnetron on"
oven.deactivate()
print(oven)  // Prints "Idle, magnetron off"
print(oven.start(), oven)  // Prints "unhandled Idle, magnetron off"
