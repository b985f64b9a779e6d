import StatePattern

let oven = Microwave()
oven.start()
print(oven.isIn(oven.cooking), oven.state is Microwave.Heating)
// Prints "true true"
oven.cycle()
print(oven.isIn(oven.cooking), oven.state is Microwave.Heating)
// Prints "true false"
oven.stop()
print(oven.isIn(oven.cooking), oven.state is Microwave.Heating)
// Prints "false false"
