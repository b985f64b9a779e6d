let oven = Microwave()
oven.openDoor()
oven.start()
print(oven)  // Prints "door open, magnetron on"

final class Microwave: CustomStringConvertible {
    private var isMagnetronOn = false
    private var isDoorOpen = false

    func start() { isMagnetronOn = true }
    func stop() { isMagnetronOn = false }
    func openDoor() { isDoorOpen = true }
    func closeDoor() { isDoorOpen = false }

    var description: String {
        let door = isDoorOpen ? "open" : "closed"
        let magnetron = isMagnetronOn ? "on" : "off"
        return "door \(door), magnetron \(magnetron)"
    }
}
