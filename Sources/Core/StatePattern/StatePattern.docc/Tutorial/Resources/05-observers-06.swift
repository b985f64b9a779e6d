import StatePattern

let oven = Microwave()
oven.activate()
oven.observe { [unowned oven] transition in
    if transition.source is Microwave.Cooking,
        transition.target is Microwave.Idle
    {
        oven.openDoor()
    }
}
oven.observe { print($0) }
oven.start()  // Prints "start(): Idle → Cooking"
oven.finish()
// Prints "finish(): Cooking → Idle"
// Prints "openDoor(): Idle → Open"
