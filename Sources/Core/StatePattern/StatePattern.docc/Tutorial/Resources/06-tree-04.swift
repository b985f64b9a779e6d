import StatePattern

let oven = Microwave()
oven.start()
oven.finish()
print(oven)  // Prints "Idle, magnetron off"
oven.start()
oven.cycle()
oven.stop()
print(oven)  // Prints "Idle, magnetron off"
