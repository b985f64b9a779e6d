import Oven

let oven = Microwave()
oven.start()
print(oven)  // Prints "Cooking/Heating, magnetron on, turntable on"
