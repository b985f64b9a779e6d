import StateExploration
import StatePattern
import TestSupport
import Testing

/// A model that can restore its machine is explored by restoring.
@Suite struct `A machine that can be restored` {
    /// A valve that is worn out after some turns.
    struct Valve {
        var isOpen = false
        var turns = 0

        mutating func turn() -> Outcome {
            if turns == 4 { return .unhandled }
            if !isOpen { turns += 1 }
            isOpen.toggle()
            return .transitioned
        }
    }

    private func model(tellsTurns: Bool = true, restored: ((Valve) -> Valve)?) -> MachineModel<String> {
        MachineModel(
            { Valve() }, requests: ["turn": { $0.turn() }],
            state: { valve in
                let name = valve.turns == 4 ? "Stuck" : valve.isOpen ? "Open" : "Closed"
                return tellsTurns ? "\(name), \(valve.turns) turns" : name
            },
            restored: restored)
    }

    @Test func `has the graph of a machine that starts anew each time`() throws {
        let (restoring, replaying) = (model(restored: { $0 }), model(restored: nil))
        #expect(try restoring.explore().json() == replaying.explore().json())
        #expect(try restoring.explore().states.last == "Stuck, 4 turns")
    }

    @Test func `whose saved state is wrong is an error with the first cell that differs`() throws {
        let forgetful = model(restored: { Valve(isOpen: $0.isOpen, turns: 3) })
        let error = try #require(throws: ExplorationError.self) { try forgetful.explore() }
        let message = """
            What is saved forgets something: “turn” in “Closed, 0 turns” led to transitioned, Open, 1 turns after the \
            start, but to transitioned, Stuck, 4 turns in a machine that was restored there.
            """
        #expect("\(error)" == message)
    }

    @Test func `whose model says too little is an error about the model, as without restoring`() throws {
        let silent = model(tellsTurns: false, restored: { $0 })
        let error = try #require(throws: ExplorationError.self) { try silent.explore() }
        guard case .ambiguousState = error else { return #expect("\(error)" == "ambiguous") }
    }

    @Test func `is asked a number of requests that grows with the cells, and not with their distance`() throws {
        func count(restored: ((Int) -> Int)?) throws -> Int {
            var count = 0
            let row = MachineModel(
                { 0 },
                requests: .init([0, 1, 2]) { place, request in
                    count += 1
                    if request == 1 { place = min(place + 1, 399) }
                    return .handled
                }, state: { "\($0)" }, restored: restored)
            #expect(try row.explore().cellCount == 1200)
            return count
        }
        let random = 40 * 50
        #expect(try count(restored: { $0 }) < random + 3 * 1200)
        #expect(try count(restored: nil) > random + 20 * 1200)
    }
}
