import StatePattern

let oven = Microwave()
oven.start()
print(oven)  // Prints "Cooking/Heating, magnetron on, turntable on"
oven.cycle()
print(oven)  // Prints "Cooking/Resting, magnetron off, turntable on"
oven.openDoor()
print(oven)  // Prints "Open, magnetron off, turntable off"
