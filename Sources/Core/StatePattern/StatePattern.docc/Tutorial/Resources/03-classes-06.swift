import StatePattern

let oven = Microwave()
print(oven.idle.start(oven) == .transition(to: oven.cooking))
// Prints "true"
print(oven.open.start(oven) == .unhandled)  // Prints "true"
print(oven.state.name)  // Prints "Idle"
