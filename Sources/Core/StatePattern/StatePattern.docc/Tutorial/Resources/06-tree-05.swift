import StatePattern

let oven = Microwave()
oven.start()
print(oven)  // Prints "Cooking/Heating, magnetron on"
