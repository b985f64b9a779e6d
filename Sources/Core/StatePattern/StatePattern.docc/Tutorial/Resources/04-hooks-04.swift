import StatePattern

let oven = Microwave()
oven.start()
print(oven)  // Prints "Cooking, magnetron on"
oven.finish()
print(oven)  // Prints "Idle, magnetron off"
