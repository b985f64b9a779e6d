let oven = Microwave()
oven.start()
print(oven)  // Prints "magnetron on"
oven.stop()
print(oven)  // Prints "magnetron off"

final class Microwave: CustomStringConvertible {
    private var isMagnetronOn = false

    func start() { isMagnetronOn = true }
    func stop() { isMagnetronOn = false }

    var description: String { "magnetron \(isMagnetronOn ? "on" : "off")" }
}
