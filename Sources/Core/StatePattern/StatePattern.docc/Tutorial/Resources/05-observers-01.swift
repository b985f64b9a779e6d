let oven = Microwave()
oven.handle(.start)
oven.handle(.finish)
oven.handle(.openDoor)
print(oven.state)  // Prints "open"
