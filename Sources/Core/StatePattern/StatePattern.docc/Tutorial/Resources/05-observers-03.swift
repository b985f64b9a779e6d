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

final class Microwave {
    enum State { case idle, cooking, open }
    enum Request { case start, stop, finish, openDoor, closeDoor }

    private(set) var state = State.idle {
        didSet {
            let target = state
            for observer in observers { observer(oldValue, target) }
        }
    }
    private var observers: [(_ source: State, _ target: State) -> Void] = []

    func observe(
        _ observer: @escaping (_ source: State, _ target: State) -> Void
    ) {
        observers.append(observer)
    }

    func handle(_ request: Request) {
        switch (state, request) {
        case (.idle, .start): state = .cooking
        case (.cooking, .stop), (.cooking, .finish), (.open, .closeDoor):
            state = .idle
        case (.idle, .openDoor), (.cooking, .openDoor): state = .open
        default: break
        }
    }
}
