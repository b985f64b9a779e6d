let oven = Microwave()
oven.openDoor()
print(oven)  // Prints "door open, magnetron off"
oven.closeDoor()
oven.start()
print(oven)  // Prints "door closed, magnetron on"

final class Microwave: CustomStringConvertible {
    private var isMagnetronOn = false
    private var isDoorOpen = false

    func start() { isMagnetronOn = true }
    func stop() { isMagnetronOn = false }
    func openDoor() { isDoorOpen = true }
    func closeDoor() { isDoorOpen = false }

    var description: String {
        let door = isDoorOpen ? "open" : "closed"
        return "door \(door), magnetron \(isMagnetronOn ? "on" : "off")"
    }
}
