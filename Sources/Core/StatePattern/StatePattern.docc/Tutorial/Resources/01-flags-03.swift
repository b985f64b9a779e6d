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
        return "door \(door), magnetron \(isMagnetronOn ? "on" : "off")"
    }
}

// draws microwave-flags.svg: MachineModel({ Microwave() }, requests: ["start": { $0.start(); return .handled }, "stop": { $0.stop(); return .handled }, "openDoor": { $0.openDoor(); return .handled }, "closeDoor": { $0.closeDoor(); return .handled }], state: { "\($0)" }).explore().svg()
