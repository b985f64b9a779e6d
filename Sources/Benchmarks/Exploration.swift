import StateExploration

/// Systems of 1,000 states with 20 requests: one whose states are few requests away, and one where only the first
/// request leads on, so that there are up to 999 to go through again for each cell.
let wide = numbered { state, request in (state * 31 + request * 7919) % 1000 }
let deep = numbered { state, request in request == 1 ? min(state + 1, 999) : state }

private func numbered(next: @escaping @Sendable (_ state: Int, _ request: Int) -> Int) -> Explorable<Int> {
    Explorable(
        "numbered", requests: Array(1...20), make: { 0 },
        perform: { state, request in
            state = next(state, request)
            return "done"
        },
        state: { "\($0)" })
}

/// Explores a system: the seconds that it takes, and the number of cells.
func timeExploration(of system: Explorable<Int>) throws -> (seconds: Double, cells: Int) {
    var cells = 0
    let time = try ContinuousClock().measure { cells = try system.explore().cellCount }
    return (time / .seconds(1), cells)
}
