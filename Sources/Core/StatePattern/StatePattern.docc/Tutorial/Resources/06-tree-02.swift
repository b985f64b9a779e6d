import StatePattern

let oven = Microwave()
oven.start()
oven.cycle()
print(oven)  // Prints "Cooking/Resting, magnetron off"
print(oven.openDoor(), oven)  // Prints "transitioned Open, magnetron off"
