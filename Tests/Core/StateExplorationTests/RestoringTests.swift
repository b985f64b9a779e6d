import StateExploration
import StatePattern
import TestSupport
import Testing

/// A model that can restore its machine is explored by restoring.
@Suite struct `A machine that can be restored` {
    /// A valve that is worn out after some turns.
    final class Valve: Context<Valve.State> {
        class State: ContextState {
            func didEnter(_ valve: Valve) {}
            func willExit(_ valve: Valve) {}
            func turn(_ valve: Valve) -> Reaction { .unhandled }
        }

        final class Closed: State {
            override func turn(_ valve: Valve) -> Reaction {
                valve.turns += 1
                return .transition(to: valve.turns > 3 ? valve.stuck : valve.open)
            }
        }

        final class Open: State {
            override func turn(_ valve: Valve) -> Reaction { .transition(to: valve.closed) }
        }

        final class Stuck: State {}

        let closed = Closed()
        let open = Open()
        let stuck = Stuck()
        var turns: Int

        init(turns: Int = 0, resumingIn path: String? = nil) {
            self.turns = turns
            super.init(initial: closed, resumingIn: [closed, open, stuck].first { $0.statePath == path })
        }

        func turn() -> Outcome { delegate(State.turn) }
    }

    private func model(data: @escaping (Valve) -> String, restored: ((Valve) -> Valve)?) -> MachineModel<String> {
        MachineModel({ Valve() }, requests: ["turn": { $0.turn() }], data: data, restored: restored)
    }

    @Test func `has the graph of a machine that starts anew each time`() throws {
        let restoring = model(
            data: { "\($0.turns) turns" }, restored: { Valve(turns: $0.turns, resumingIn: $0.state.statePath) })
        let replaying = model(data: { "\($0.turns) turns" }, restored: nil)
        #expect(try restoring.explore().json() == replaying.explore().json())
        #expect(try restoring.explore().states.last == "Stuck, 4 turns")
    }

    @Test func `whose saved state is wrong is an error with the first cell that differs`() throws {
        let forgetful = model(
            data: { "\($0.turns) turns" }, restored: { Valve(turns: 7, resumingIn: $0.state.statePath) })
        let error = try #require(throws: ExplorationError.self) { try forgetful.explore() }
        let message = """
            What is saved forgets something: “turn” in “Closed, 0 turns” led to transitioned, Open, 1 turns after the \
            start, but to transitioned, Stuck, 8 turns in a machine that was restored there.
            """
        #expect("\(error)" == message)
    }

    @Test func `whose model says too little is an error about the model, as without restoring`() throws {
        let silent = model(data: { _ in "" }, restored: { Valve(turns: $0.turns, resumingIn: $0.state.statePath) })
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
