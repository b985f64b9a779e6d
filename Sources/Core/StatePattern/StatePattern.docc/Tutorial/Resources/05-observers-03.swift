let oven = Microwave()
oven.observe { print("\($0) → \($1)") }
oven.observe { [unowned oven] source, target in
    if source == .cooking && target == .idle { oven.handle(.openDoor) }
}
oven.handle(.start)  // Prints "idle → cooking"
oven.handle(.finish)
// Prints "cooking → idle"
// Prints "idle → open"
