let oven = Microwave()
oven.openDoor()
oven.start()
print(oven)  // Prints "door open, magnetron off"
oven.closeDoor()
oven.start()
oven.openDoor()
print(oven)  // Prints "door open, magnetron off"

final class Microwave: CustomStringConvertible {
    private var isMagnetronOn = false
    private var isDoorOpen = false

    func start() {
        if !isDoorOpen { isMagnetronOn = true }
    }

    func stop() { isMagnetronOn = false }
    func openDoor() {
        isMagnetronOn = false
        isDoorOpen = true
    }

    func closeDoor() { isDoorOpen = false }

    var description: String {
        let door = isDoorOpen ? "open" : "closed"
        return "door \(door), magnetron \(isMagnetronOn ? "on" : "off")"
    }
}
