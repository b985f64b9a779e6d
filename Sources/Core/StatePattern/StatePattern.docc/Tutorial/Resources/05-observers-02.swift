let oven = Microwave()
oven.observe { print("\($0) → \($1)") }
oven.handle(.start)  // Prints "idle → cooking"
oven.handle(.finish)  // Prints "cooking → idle"
