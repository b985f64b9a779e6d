import StatePattern

let oven = Microwave()
oven.start()
print(oven.addTime(60), oven.seconds, oven.state.name)
// Prints "handled 60 Cooking"
print(oven.addTime(-5), oven.seconds)
// Prints "not possible in Cooking: addTime(_:)"
// Prints "refused 60"
