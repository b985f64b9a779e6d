let oven = Microwave()
oven.observe { [unowned oven] source, target in
    if source == .cooking && target == .idle { oven.handle(.openDoor) }
}
oven.observe { print("\($0) → \($1)") }
oven.handle(.start)  // Prints "idle → cooking"
oven.handle(.finish)
// Prints "idle → open"
// Prints "cooking → idle"
print("the oven is \(oven.state)")  // Prints "the oven is open"
