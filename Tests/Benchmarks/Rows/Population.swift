import AllocationCounter
import Foundation

/// The cost of very many machines: memory, the time to make them, and the time for a request to each in random order.
struct Population {
    let name: String
    let bytesEach: Double?
    let nanosecondsToMake, nanosecondsForRequest: Double

    /// Measures three rounds, each of which another kind of machine begins; the figures are medians.
    static func measureAll(count: Int) -> [Population] {
        let order = Array(0..<count).shuffled()
        let kinds: [() -> Population] = [
            { measure("core", order, make: Toggle.init) { $0.toggle() } },
            { measure("by hand", order, make: ToggleByHand.init) { $0.toggle() } },
            { measure("enum", order, make: ToggleEnum.init) { $0.toggle() } },
        ]
        var rounds = [[Population]](repeating: [], count: kinds.count)
        for first in kinds.indices {
            for offset in kinds.indices {
                let kind = (first + offset) % kinds.count
                rounds[kind].append(kinds[kind]())
            }
        }
        return rounds.map { round in
            func median(_ value: (Population) -> Double) -> Double { round.map(value).sorted()[round.count / 2] }
            return Population(
                name: round[0].name, bytesEach: round[0].bytesEach,
                nanosecondsToMake: median { $0.nanosecondsToMake },
                nanosecondsForRequest: median { $0.nanosecondsForRequest })
        }
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
