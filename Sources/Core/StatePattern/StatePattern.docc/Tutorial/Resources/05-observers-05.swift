import StatePattern

let oven = Microwave()
oven.activate()
oven.observe { print($0) }
oven.start()  // Prints "start(): Idle → Cooking"
oven.finish()  // Prints "finish(): Cooking → Idle"
