import StatePattern

weak var freed: Microwave?
do {
    let oven = Microwave()
    freed = oven
    oven.observe { [unowned oven] transition in
        if transition.source is Microwave.Cooking,
            transition.target is Microwave.Idle
        {
            oven.openDoor()
        }
    }
    oven.start()
    oven.finish()
    print(oven)  // Prints "Open, magnetron off"
}
print(freed == nil)  // Prints "true"
