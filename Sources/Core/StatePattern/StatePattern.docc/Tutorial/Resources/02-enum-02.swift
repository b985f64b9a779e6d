let oven = Microwave()
oven.handle(.openDoor)
print(oven.handle(.start), oven)  // Prints "false open, magnetron off"
oven.handle(.closeDoor)
oven.handle(.start)
oven.handle(.openDoor)
print(oven)  // Prints "open, magnetron off"

final class Microwave: CustomStringConvertible {
    enum State { case idle, cooking, open }
    enum Request { case start, stop, openDoor, closeDoor }

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
