import StatePattern

let oven = Microwave()
oven.activate()
oven.observe {
    print("exits \($0.exited.map(\.name)), enters \($0.entered.map(\.name))")
}
oven.start()  // Prints "exits ["Idle"], enters ["Cooking", "Heating"]"
oven.cycle()  // Prints "exits ["Heating"], enters ["Resting"]"
oven.finish()  // Prints "exits ["Resting", "Cooking"], enters ["Idle"]"
