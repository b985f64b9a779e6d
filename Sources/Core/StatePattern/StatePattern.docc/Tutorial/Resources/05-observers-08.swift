import StatePattern

final class Display {
    var text: String
    init(text: String) { self.text = text }
}

let oven = Microwave()
do {
    let display = Display(text: oven.state.name)
    oven.observe(for: display) { display, _, transition in
        display.text = transition.target.name
    }
    oven.start()
    print(display.text)  // Prints "Cooking"
}
oven.finish()
print(oven)  // Prints "Idle, magnetron off"
