let oven = Microwave()
oven.handle(.start)
print(oven)  // Prints "cooking, magnetron on"
oven.handle(.stop)
print(oven)  // Prints "idle, magnetron off"

final class Microwave: CustomStringConvertible {
    enum State { case idle, cooking }
    enum Request { case start, stop }

    private var state = State.idle
    private var isMagnetronOn = false

    @discardableResult func handle(_ request: Request) -> Bool {
        switch (state, request) {
        case (.idle, .start):
            state = .cooking
            isMagnetronOn = true
        case (.cooking, .stop):
            state = .idle
            isMagnetronOn = false
        default:
            return false
        }
        return true
    }

    var description: String {
        "\(state), magnetron \(isMagnetronOn ? "on" : "off")"
    }
}
