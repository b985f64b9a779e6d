final class Microwave {
    enum State { case idle, cooking, open }
    enum Request { case start, stop, finish, openDoor, closeDoor }

    private(set) var state = State.idle

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
