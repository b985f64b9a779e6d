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
