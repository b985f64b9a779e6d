import StateExploration
import StatePattern

/// The time to explore systems of 1,000 states with 20 requests.
struct Exploration {
    let name: String
    let seconds: Double
    let cells: Int

    static func measureAll() throws -> [Exploration] {
        [
            try measure("states few requests away") { state, request in (state * 31 + request * 7919) % 1000 },
            // Up to 999 requests to go through again for each cell.
            try measure("states in a row", next: inARow),
            // A machine is restored for each cell instead.
            try measure("states in a row, restored", restored: { $0 }, next: inARow),
        ]
    }

    private static func inARow(_ state: Int, _ request: Int) -> Int { request == 1 ? min(state + 1, 999) : state }

    private static func measure(
        _ name: String, restored: ((Int) -> Int)? = nil, next: @escaping (_ state: Int, _ request: Int) -> Int
    ) throws -> Exploration {
        let system = MachineModel(
            { 0 }, named: name,
            requests: .init(Array(1...20)) { state, request in
                state = next(state, request)
                return .transitioned
            },
            state: { "\($0)" }, restored: restored)
        var cells = 0
        let time = try ContinuousClock().measure { cells = try system.explore().cellCount }
        return Exploration(name: name, seconds: time / .seconds(1), cells: cells)
    }
}
