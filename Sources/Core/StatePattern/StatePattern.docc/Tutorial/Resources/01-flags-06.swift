let oven = Microwave()
oven.start()
oven.pause()
print(oven)  // Prints "door closed, magnetron off, paused"
oven.stop()
print(oven)  // Prints "door closed, magnetron off, paused"

final class Microwave: CustomStringConvertible {
    private var isMagnetronOn = false
    private var isDoorOpen = false
    private var isPaused = false

    func start() {
        if !isDoorOpen { isMagnetronOn = true }
        isPaused = false
    }

    func pause() {
        isMagnetronOn = false
        isPaused = true
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
            + (isPaused ? ", paused" : "")
    }
}
