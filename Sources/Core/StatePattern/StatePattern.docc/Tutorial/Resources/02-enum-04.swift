let oven = Microwave()
oven.handle(.start)
oven.handle(.finish)
print(oven)  // Prints "idle, magnetron off"
oven.handle(.openDoor)
print(oven)  // Prints "open, magnetron off"

final class Microwave: CustomStringConvertible {
    enum State { case idle, cooking, open }
    enum Request { case start, stop, finish, openDoor, closeDoor }

    private var state = State.idle
    private var isMagnetronOn = false

    @discardableResult func handle(_ request: Request) -> Bool {
        switch (state, request) {
        case (.idle, .start):
            state = .cooking
            isMagnetronOn = true
        case (.idle, .openDoor):
            state = .open
        case (.cooking, .stop):
            state = .idle
            isMagnetronOn = false
        case (.cooking, .finish):
            state = .idle
            isMagnetronOn = false
        case (.cooking, .openDoor):
            state = .open
            isMagnetronOn = false
        case (.open, .closeDoor):
            state = .idle
        default:
            return false
        }
        return true
    }

    var description: String {
        "\(state), magnetron \(isMagnetronOn ? "on" : "off")"
    }
}
