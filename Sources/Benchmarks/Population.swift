import AllocationCounter
import Foundation

/// What a great many machines take: memory, the time to make them, and the time for a request to each in random order.
struct Population {
    let name: String
    let bytesEach: Double?
    let nanosecondsToMake, nanosecondsForRequest: Double

    static func measureAll(count: Int) -> [Population] {
        let order = Array(0..<count).shuffled()
        return [
            measure("core", order, make: Toggle.init) { $0.toggle() },
            measure("by hand", order, make: ToggleByHand.init) { $0.toggle() },
            measure("enum", order, make: ToggleEnum.init) { $0.toggle() },
        ]
    }

    private static func measure<Machine>(
        _ name: String, _ order: [Int], make: () -> Machine, request: (Machine) -> Void
    ) -> Population {
        var machines: [Machine] = []
        machines.reserveCapacity(order.count)
        let before = allocated_bytes()
        let making = ContinuousClock().measure { for _ in order { machines.append(make()) } }
        let after = allocated_bytes()
        // The first request activates a machine.
        for machine in machines { request(machine) }
        let round = ContinuousClock().measure { for index in order { request(machines[index]) } }
        let count = Double(order.count)
        return Population(
            name: name, bytesEach: before < 0 ? nil : Double(after - before) / count,
            nanosecondsToMake: making / .nanoseconds(1) / count,
            nanosecondsForRequest: round / .nanoseconds(1) / count)
    }
}
